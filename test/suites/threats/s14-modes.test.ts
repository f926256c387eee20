// S14: whatever the umask and the state of the folder, everything in the home ends up private to its owner.
import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const openWide = ['sh', '-c', 'umask 000; exec "$@"', 'sh']

/** A home that a careless copy left behind; the last two are a person's own. */
const sloppy: Readonly<Record<string, { readonly text: string; readonly mode: number }>> = {
  'config.json': { text: '{"retention":{"sessionEventsDays":10}}', mode: 0o666 },
  'sessions.json': { text: 'damaged, and set aside', mode: 0o666 },
  'logins.json': { text: 'damaged, and set aside', mode: 0o666 },
  'access-token': { text: 'a-token-of-earlier-days-0123456789\n', mode: 0o664 },
  'hook-queue.jsonl': { text: 'no json\n{"event":"start","tmux_session":"agent-early"}\n', mode: 0o666 },
  'hook-dead-letters.jsonl': { text: '', mode: 0o666 },
  'hook-port': { text: '1\n', mode: 0o666 },
  'hook-key': { text: '1 known-to-all\n', mode: 0o666 },
  'lock.db': { text: '', mode: 0o666 },
  'logs/old.log': { text: 'old', mode: 0o666 },
  'logs/old.log.1': { text: 'older', mode: 0o644 },
  'runs/old/run.sh': { text: 'true', mode: 0o666 },
  'runs/old/prompt': { text: 'secret', mode: 0o606 },
  'bin/orrery-log.sh': { text: '# of an older version', mode: 0o666 },
  'bin/orrery-hook.sh': { text: '# of an older version', mode: 0o777 },
  'notes/deep/in/a-note.txt': { text: 'mine', mode: 0o662 },
  'mine.sh': { text: 'true', mode: 0o777 },
}

async function makeSloppy(place: TestHome): Promise<void> {
  for (const [name, { text, mode }] of Object.entries(sloppy)) {
    const path = join(place.home, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await chmod(path, mode)
  }
  const database = new DatabaseSync(join(place.home, 'service.db'))
  database.exec('VACUUM')
  database.close()
  await chmod(join(place.home, 'service.db'), 0o666)
  for (const path of await foldersOf(place.home)) await chmod(path, 0o777)
  await chmod(place.home, 0o777)
}

test('a sloppy home is closed by the start, and stays closed whatever is written later', async () => {
  await using place = await makeHome()
  await makeSloppy(place)
  let id: string
  {
    await using service = await startService(place, { wrapper: openWide })
    await assertPrivate(place, 'after the start')
    id = await writeEverything(service)
    await assertPrivate(place, 'after everything was written')
    assert.deepEqual(await read(place, ['notes/deep/in/a-note.txt', 'logs/old.log']), ['mine', 'old'])
    await service.stop()
  }
  await assertPrivate(place, 'after the stop')
  // Its agent ends while nobody listens, so that its own shell makes the queue.
  await place.tmux('send-keys', '-t', '=agent-waits:', 'Enter')
  const queue = join(place.home, 'hook-queue.jsonl')
  await until('the end is queued', async () => (await readFile(queue, 'utf8').catch(() => '')).includes('agent-waits'))
  await assertPrivate(place, 'after a hook was queued')
  await using service = await startService(place, { wrapper: openWide })
  assert.equal((await listSessions(service)).find((session) => session.id === id)?.state, 'completed')
  await assertPrivate(place, 'after the second start')
})

test('a fresh home made under umask 000 is private from the start, and so is one made by another command', async () => {
  await using place = await makeHome()
  {
    await using service = await startService(place, { wrapper: openWide })
    await assertPrivate(place, 'after the first start')
    await writeEverything(service)
    await assertPrivate(place, 'after everything was written')
    assert.equal((await orrery(place, ['login'], { wrapper: openWide })).code, 0)
    await service.kill()
  }
  await assertPrivate(place, 'after kill -9')
  await using other = await makeHome()
  assert.equal((await orrery(other, ['hook', 'install'], { wrapper: openWide })).code, 0)
  await assertPrivate(other, 'after orrery hook install')
  const settings = await lstat(join(other.userHome, '.claude', 'settings.json'))
  assert.equal(settings.mode & 0o777, 0o600)
  assert.equal((await lstat(join(other.userHome, '.claude'))).mode & 0o777, 0o700)
})

/** Answers the id of a session whose agent waits for Enter. */
async function writeEverything(service: Service): Promise<string> {
  const { place } = service
  const request = { agent_type: 'shell', prompt: 'read -r line', session_name: 'agent-waits' }
  const launched = await launch(service, request)
  assert.equal(launched.status, 201, launched.text)
  const short = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: `printf '%s' "${'x'.repeat(150_000)}"` }),
  )
  await until('the short one has ended', async () => {
    return (await listSessions(service)).find(({ id }) => id === short.id)?.state === 'completed'
  })
  await ingest(service, { tmux_session: 'agent-hooked', event: 'start' })
  const link = await service.call('POST /api/system/login-links', { token: service.token })
  const login = await service.call('POST /api/auth/login', { json: { code: link.json.code } })
  assert.equal(login.status, 200)
  await until('sessions.json follows', async () => {
    return (await readFile(join(place.home, 'sessions.json'), 'utf8').catch(() => '')).includes('agent-hooked')
  })
  return sessionOf(launched).id
}

async function assertPrivate({ home }: TestHome, when: string): Promise<void> {
  assert.equal(await modeOf(home), '700', `the home ${when}`)
  for (const path of await foldersOf(home)) assert.equal(await modeOf(path), '700', `${relative(home, path)} ${when}`)
  const names = await readdir(home, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  assert.ok(files.length > 0)
  for (const path of files) {
    const name = relative(home, path)
    // The owner's right to run a script is the owner's.
    const allowed = name.endsWith('.sh') ? ['600', '700'] : ['600']
    const mode = await modeOf(path)
    assert.ok(mode === null || allowed.includes(mode), `${name} is ${mode} ${when}`)
  }
}

/** Null for a temporary file that is gone already. */
async function modeOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(() => null)
  return stats === null ? null : (stats.mode & 0o777).toString(8)
}

async function foldersOf(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}

function read(place: TestHome, names: readonly string[]): Promise<string[]> {
  return Promise.all(names.map((name) => readFile(join(place.home, name), 'utf8')))
}
