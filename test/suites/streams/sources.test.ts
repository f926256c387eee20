// What is known of a session besides its hooks: files of its repository with their lines, and each command of a shell.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SessionView } from '#rooms/sessions/contract.ts'
import {
  derivedAnswerSchema,
  streamRecordSchema,
  type Derived,
  type SessionSummary,
  type StreamRecord,
} from '#rooms/streams/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  mkdirSync(place.home, { mode: 0o700 })
  const config = { agents: { shell: { interactive_command: 'bash' } } }
  writeFileSync(join(place.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

async function read(id: string): Promise<StreamRecord[]> {
  const { text } = await service.call(`GET /api/sessions/${id}/stream`, { token: service.token })
  return text.split('\n').flatMap((line) => (line === '' ? [] : [streamRecordSchema.parse(JSON.parse(line))]))
}

const textOf = (records: readonly StreamRecord[]): string =>
  records.map((record) => ('data' in record ? record.data : '')).join('')

async function derivedOf(id: string): Promise<Derived> {
  const { json } = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
  return derivedAnswerSchema.parse(json).derived
}

test('files are told against how they were at the start, with their lines, also after a commit and a kill', async () => {
  const root = join(place.root, 'repository')
  mkdirSync(root)
  const git = (...words: string[]): unknown =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      env: place.env(),
    })
  git('init', '-q')
  writeFileSync(join(root, 'a.txt'), 'one\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  writeFileSync(join(root, 'a.txt'), 'one\ndirty\n')
  const started = await launch(service, {
    agent_type: 'shell',
    prompt: 'sleep 1000',
    working_dir: root,
    label: 'Files',
  })
  const { id, tmux_session: name } = sessionOf(started)
  const derived = () => derivedOf(id)
  const tool = { name: 'Bash', ok: true, command: 'make', directory: root }
  const works = () => ingest(service, { tmux_session: name, event: 'tool_use', tool })
  // A start waits for no slow look: what is changed before counts as having been there.
  await until('it is known how they were', () => existsSync(join(place.home, 'trees', id, 'follow.json')))
  writeFileSync(join(root, 'a.txt'), 'one\ndirty\nthree\n')
  await works()
  await until('the change is told', async () => (await derived()).summary === '2 commands, 1 file +1 −0')
  git('commit', '-qam', 'second')
  await service.kill()
  service = await startService(place)
  writeFileSync(join(root, 'b.txt'), 'b\n')
  await works()
  await until('the next one is told, and the first one stays', async () => {
    return (await derived()).summary === '3 commands, 2 files +2 −0'
  })
  const path = join(root, 'a.txt')
  const asked = `GET /api/sessions/${id}/diff?path=${encodeURIComponent(path)}`
  const { json } = await service.call(asked, { token: service.token })
  assert.deepEqual(json, { diff: { path, text: '@@ -1,2 +1,3 @@\n one\n dirty\n+three\n', is_cut: false, why: null } })
  assert.equal((await service.call(asked)).status, 401)
  const outside = await service.call(`GET /api/sessions/${id}/diff?path=/etc/passwd`, { token: service.token })
  assert.match(outside.text, /"text":null.*not in the repository/)
  assert.match(
    (await orrery(place, ['derived', 'Files', '--diff', 'a.txt'])).out,
    /^@@ -1,2 \+1,3 @@\n one\n dirty\n\+three$/m,
  )
  assert.match((await orrery(place, ['derived', 'Files'])).out, /added {4}.*b\.txt {2}\+1 −0/)
  const records = (await read(id)).filter((record) => record.kind === 'derived' && record.source === 'git')
  assert.deepEqual(
    records
      .flatMap((record) => (record.kind === 'derived' && record.source === 'git' ? record.files : []))
      .map((file) => file.status),
    ['changed', 'added'],
  )
  assert.ok(existsSync(join(place.home, 'trees', id)))
  const purged = await service.call(`DELETE /api/hooks/sessions/${id}?purge=true&kill=true`, { token: service.token })
  assert.equal(purged.status, 200, purged.text)
  await until('what was kept is gone', () => !existsSync(join(place.home, 'trees', id)))
})

test('a shell that a person types into tells each command with its code, through a kill -9 and to its own end', async () => {
  const folder = join(place.root, 'typed')
  mkdirSync(folder)
  execFileSync('git', ['-C', folder, 'init', '-q'], { env: place.env() })
  const started = await launch(service, { agent_type: 'shell', interactive: true, working_dir: folder, label: 'Typed' })
  const { id, tmux_session: name } = sessionOf(started)
  const derived = () => derivedOf(id)
  const told = async () =>
    (await derived()).commands.map(({ command, exit_code: code, source }) => `${command} ${code} ${source}`)
  const type = async (line: string) => {
    await place.tmux('send-keys', '-t', name, '-l', '--', line)
    await place.tmux('send-keys', '-t', name, 'Enter')
  }
  const known = ['export TYPED=1 0 shell', '(exit 9) 9 shell', 'echo new > new.txt 0 shell']
  for (const [index, line] of ['export TYPED=1', '(exit 9)', 'echo new > new.txt'].entries()) {
    await type(line)
    await until(`${line} is told`, async () => (await told())[index] === known[index])
  }
  await until('its file is told', async () => (await derived()).summary === '3 commands, 1 failed, 1 file +1 −0')
  const listed = async () =>
    (await service.call(`GET /api/hooks/sessions/${id}`, { token: service.token })).json as { session: SessionView }
  await until('its card tells it', async () => (await listed()).session.summary === (await derived()).summary)
  using viewer = await openViewer(service.port, { token: service.token })
  await until('so does the board', () => viewer.frames.length > 0)
  const { summaries = [] } = viewer.frames[0] as { readonly summaries?: readonly SessionSummary[] }
  assert.equal(summaries.find((one) => one.id === id)?.text, '3 commands, 1 failed, 1 file +1 −0')
  assert.match((await orrery(place, ['ls'])).out, /3 commands, 1 failed, 1 file \+1 −0/)
  const before = await derived()
  assert.deepEqual(
    before.env.map(({ name: variable }) => variable),
    ['TYPED'],
  )
  assert.equal(before.cwd, realpathSync(folder))
  assert.deepEqual(before.unknown, [])
  await service.kill()
  await type('cd / && false')
  service = await startService(place)
  await until('what was typed while it was down is told once', async () => (await told()).length === 4)
  await until('with its code', async () => (await told())[3] === 'cd / && false 1 shell')
  assert.deepEqual((await told()).slice(0, 3), known)
  await type('exit 4')
  await until('what ended the shell has its code', async () => (await told())[4] === 'exit 4 4 shell')
  assert.equal((await derived()).cwd, '/')
  const records = await read(id)
  const shown = textOf(records)
  assert.ok(!shown.includes('133;') && !shown.includes('\u001B]'), 'no mark is shown')
  assert.equal(records.filter((record) => record.kind === 'derived' && record.source === 'shell').length, 9)
  assert.match((await orrery(place, ['derived', id])).out, /exit 9 {4}\(exit 9\)[^]*set {6}TYPED/)
  const off = await orrery(place, ['settings', 'set', 'shell.integration', 'false'])
  assert.equal(off.code, 0, off.err)
  const plain = sessionOf(await launch(service, { agent_type: 'shell', interactive: true, working_dir: folder }))
  assert.equal(existsSync(join(place.home, 'runs', plain.id, 'shell')), false)
})
