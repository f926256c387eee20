// S5: no id, path or symbolic link leads a read or a write out of the folder it belongs to.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { exchange, head } from '../../support/raw-tcp.ts'
import { startService, StartFailed, type Service } from '../../support/service.ts'
import { shareOf, shareTold } from '../../support/share.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** Ways to spell `..` and `/` that some server somewhere took for one. */
const dots = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '..%00',
  '..;',
  '%uff0e%uff0e',
  '．．',
  '....',
]
const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//', '/./', '%c0%af']
const targets = ['etc/passwd', 'access-token', 'package.json']

/** Request targets as they stand on the wire: a client would tidy them up. */
const traversals: readonly string[] = [
  ...dots.flatMap((up) => slashes.flatMap((slash) => targets.map((target) => `${`${up}${slash}`.repeat(8)}${target}`))),
  '%00',
  'index.html%00.png',
  '.hidden',
  '.%00./x',
  'C:%5cwindows%5cwin.ini',
  'file:%2f%2f%2fetc%2fpasswd',
  '%2fetc%2fpasswd',
  '%5cetc%5cpasswd',
  '%',
  '%zz',
  '%e0%a4%a',
  'x'.repeat(2000),
]

const bases = ['/', '/assets/', '/assets/../', '/api/docs/static/', '/api/hooks/sessions/', '/api/agents/']

test('no spelling of a path reads a file outside the page', async () => {
  const secret = (await readFile(join(place.home, 'access-token'), 'utf8')).trim()
  const bearer = `Authorization: Bearer ${service.token}`
  for (const base of bases) {
    for (const traversal of traversals) {
      const tail = base === '/api/agents/' ? '/log' : ''
      const lines = [`GET ${base}${encodeUnsendable(traversal)}${tail} HTTP/1.1`, `Host: 127.0.0.1:${service.port}`]
      const answer = await exchange(service.port, head(...lines, bearer, 'Connection: close'))
      const where = lines[0] ?? ''
      assert.ok(answer !== null, where)
      assert.ok(!answer.text.includes('root:x:'), where)
      assert.ok(!answer.text.includes(secret), where)
      assert.ok(!answer.text.includes('"dependencies"'), where)
      // The page draws any view; what has a dot in its last part is a file, and there is none.
      const isView = answer.status === 200 && answer.text.startsWith('<!doctype html>')
      // The viewer's own files refuse in their own way.
      const isDocs = [302, 403].includes(answer.status) && base.startsWith('/api/docs')
      assert.ok(isView || isDocs || answer.status === 400 || answer.status === 404, `${where} ${answer.status}`)
    }
  }
})

test('an id of a session or of a log is looked up, never made into a path', async () => {
  await writeFile(join(place.root, 'outside.log'), 'precious')
  await writeFile(join(place.home, 'logs.log'), 'precious')
  for (const id of [
    '..%2f..%2foutside',
    '..%2f..%2f..%2foutside',
    '..%2flogs',
    '%2e%2e%2flogs',
    '.',
    '..',
    '%00',
    'a%00b',
    '%2f',
  ]) {
    for (const route of [
      `GET /api/agents/${id}/log`,
      `GET /api/hooks/sessions/${id}`,
      `GET /api/hooks/sessions/${id}/events`,
      `PATCH /api/hooks/sessions/${id}`,
      `DELETE /api/hooks/sessions/${id}?kill=true`,
    ]) {
      const json = route.startsWith('PATCH') ? { state: 'running' } : undefined
      const { status, text } = await service.call(route, { token: service.token, json })
      assert.ok(status === 404 || status === 400 || status === 405, `${route} ${status} ${text}`)
      assert.ok(!text.includes('precious'), route)
    }
    const json = { session_id: decodeURIComponent(id) }
    assert.equal((await service.call('POST /api/agents/stop', { json, token: service.token })).status, 404, id)
    const event = await ingest(service, { session_id: decodeURIComponent(id), event: 'start' })
    assert.equal(event.status, 404, `${id} ${event.text}`)
  }
  assert.equal(await readFile(join(place.root, 'outside.log'), 'utf8'), 'precious')
})

test('ids that another program wrote into sessions.json lead to no file outside, when read, restarted or removed', async () => {
  await using place = await makeHome()
  await mkdir(join(place.home, 'runs', 'x'), { recursive: true })
  const outside = join(place.root, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'run.sh'), 'precious')
  await writeFile(join(place.root, 'outside.log'), 'precious')
  const ids = ['../../outside', '..', '.', '', 'x/../../../outside', '/etc', 'a\0b', join(place.root, 'outside')]
  const sessions = ids.map((id, index) => ({ id, tmux_session: `agent-stored-${index}`, state: 'completed' }))
  const stored = sessions.map((session) => {
    const at = new Date().toISOString()
    return { ...session, agent_type: 'shell', prompt: 'true', ended_at: at, last_activity: at, origin: 'launched' }
  })
  await writeFile(join(place.home, 'sessions.json'), JSON.stringify({ sessions: stored }))
  await using service = await startService(place)
  const restored = await listSessions(service)
  assert.equal((await service.call('GET /readyz')).status, 200)
  for (const { id } of restored) {
    const path = encodeURIComponent(id)
    const log = await service.call(`GET /api/agents/${path}/log`, { token: service.token })
    assert.ok(!log.text.includes('precious'), log.text)
    await service.call(`PATCH /api/hooks/sessions/${path}`, { json: { state: 'running' }, token: service.token })
    await service.call(`DELETE /api/hooks/sessions/${path}?kill=true`, { token: service.token })
  }
  assert.equal(await readFile(join(outside, 'run.sh'), 'utf8'), 'precious')
  assert.equal(await readFile(join(place.root, 'outside.log'), 'utf8'), 'precious')
  assert.ok(existsSync(place.home))
})

/** What stands in the home when somebody put a link into the place of a file of ours. */
const linked = [
  'sessions.json',
  'hook-queue.jsonl',
  'hook-dead-letters.jsonl',
  'access-token',
  'service.db',
  'service.db-wal',
  'lock.db',
  'logins.json',
  'hook-port',
  'hook-key',
  'service.json',
  'logs',
  'runs',
  'strand-runs',
  'bin',
  'service-log',
  'backups',
]

const links = linked.flatMap((name) => ['file', 'folder', 'nothing'].map((kind) => ({ name, kind })))

describe(`links in the home (${shareTold})`, () => {
  for (const { name, kind } of shareOf(links, 3)) {
    test(`a link to a ${kind} in the place of ${name} is never written through`, async () => {
      await using place = await makeHome()
      const outside = join(place.root, 'outside')
      await mkdir(place.home)
      const original = name.endsWith('.json') ? '{"sessions":[]}' : ''
      if (kind === 'file') await writeFile(outside, original, { mode: 0o644 })
      if (kind === 'folder') await mkdir(outside, { mode: 0o755 })
      await symlink(outside, join(place.home, name))
      await useService(place)
      await assertUntouched({ outside, kind, original })
    })
  }
})

type Target = { readonly outside: string; readonly kind: string; readonly original: string }

async function assertUntouched({ outside, kind, original }: Target): Promise<void> {
  const stats = await lstat(outside).catch(() => null)
  if (kind === 'nothing') return assert.equal(stats, null, 'something was made outside')
  assert.ok(stats !== null)
  assert.equal(stats.mode & 0o777, kind === 'file' ? 0o644 : 0o755)
  if (kind === 'file') assert.equal(await readFile(outside, 'utf8'), original)
  else assert.deepEqual(await readdirOf(outside), [])
}

/** One of everything that writes into the home; a start that refuses, saying why, is as good. */
async function useService(place: TestHome): Promise<void> {
  try {
    await using service = await startService(place)
    const session = { agent_type: 'shell', prompt: 'echo written', session_name: 'agent-writer' }
    const launched = await launch(service, session)
    assert.ok(launched.status === 201 || launched.status === 503, launched.text)
    await ingest(service, { tmux_session: 'agent-hooked', event: 'start' })
    const link = await service.call('POST /api/system/login-links', { token: service.token })
    const backup = await service.call('POST /api/system/backup', { token: service.token, json: {} })
    assert.ok(backup.status === 201 || backup.status === 503, backup.text)
    await service.call('POST /api/auth/login', { json: { code: link.json.code } })
    if (launched.status === 201) {
      const { id } = sessionOf(launched)
      await until(
        'it ended',
        async () => (await listSessions(service)).find((one) => one.id === id)?.state !== 'running',
      )
      await service.call(`DELETE /api/hooks/sessions/${id}`)
    }
    await service.stop()
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error
    assert.match(error.stderr, /symbolic link/)
    assert.ok(error.stderr.includes(place.home), error.stderr)
    assert.notEqual(error.ended.code, 0)
  }
}

test('links that are put into the home while the service runs are never written through', async () => {
  const outside = join(place.root, 'elsewhere')
  await mkdir(outside)
  const running = {
    agent_type: 'shell',
    prompt: 'while :; do echo noise; sleep 0.01; done',
    session_name: 'agent-noisy',
  }
  const { id } = sessionOf(await launch(service, running))
  const log = join(place.home, 'logs', `${id}.log`)
  await until('the log grows', async () => (await readFile(log, 'utf8')).length > 0)
  const names = [
    'sessions.json',
    'hook-queue.jsonl',
    'hook-dead-letters.jsonl',
    'logins.json',
    `logs/${id}.log`,
    `logs/${id}.log.1`,
  ]
  for (const name of names) {
    const target = join(outside, name.replaceAll('/', '-'))
    await writeFile(target, 'precious\n')
    await replaceByLink(join(place.home, name), target)
  }
  const sizeBefore = (await listSessions(service)).length
  await ingest(service, { tmux_session: 'agent-another', event: 'start' })
  const link = await service.call('POST /api/system/login-links', { token: service.token })
  await service.call('POST /api/auth/login', { json: { code: link.json.code } })
  await until(
    'sessions.json is written anew',
    async () => !(await lstat(join(place.home, 'sessions.json'))).isSymbolicLink(),
  )
  const { text } = await service.call(`GET /api/agents/${id}/log`, { token: service.token })
  assert.ok(!text.includes('precious'), text)
  await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
  assert.equal((await listSessions(service)).length, sizeBefore)
  for (const name of names) {
    assert.equal(await readFile(join(outside, name.replaceAll('/', '-')), 'utf8'), 'precious\n', name)
  }
  await rm(join(place.home, 'hook-queue.jsonl'), { force: true })
})

test('the folder of logs being swapped for a link leaves what it points to alone', async () => {
  const outside = join(place.root, 'swapped')
  await mkdir(outside)
  for (const name of ['logs', 'runs']) {
    const folder = join(place.home, name)
    await mkdir(folder, { recursive: true })
    await cp(folder, join(outside, name), { recursive: true })
    await rename(folder, `${folder}.real`)
    await symlink(join(outside, name), folder)
  }
  const before = await readdirOf(outside)
  const refused = await launch(service, { agent_type: 'shell', prompt: 'true', session_name: 'agent-swapped' })
  assert.equal(refused.status, 503, refused.text)
  assert.deepEqual(await readdirOf(outside), before)
  assert.ok(!(await place.terminals()).includes('agent-swapped'))
  for (const name of ['logs', 'runs']) {
    await rm(join(place.home, name))
    await rename(join(place.home, `${name}.real`), join(place.home, name))
  }
  assert.equal(
    (await launch(service, { agent_type: 'shell', prompt: 'true', session_name: 'agent-swapped' })).status,
    201,
  )
})

async function replaceByLink(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  await symlink(target, path)
}

/** A target on the wire has no spaces and no bytes above ASCII. */
function encodeUnsendable(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
}

async function readdirOf(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).toSorted()
}
