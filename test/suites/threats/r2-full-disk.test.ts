// R2: on a full disk the service goes on reading, takes no change that it can't keep, and recovers by itself.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { secondFolderOf } from '#rooms/hooks/server/queue/second-place.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { smallDisk, type SmallDisk } from '../../support/small-disk.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { eventsOf } from './acknowledged.ts'

const run = promisify(execFile)

let place: TestHome
let disk: SmallDisk

before(async () => {
  place = await makeHome()
  disk = smallDisk({ size: '2m', path: place.home })
})
after(async () => {
  disk[Symbol.dispose]()
  await place[Symbol.asyncDispose]()
})

/** Events until one is refused; answers how many were taken. SQLite still has room in its files for some. */
async function reportUntilRefused(service: Service): Promise<number> {
  for (let taken = 0; ; taken++) {
    const answer = await ingest(service, { tmux_session: 'agent-full', event: 'tool_use', metadata: `event ${taken}` })
    if (answer.status === 200) continue
    assert.deepEqual([answer.status, answer.json.error], [503, 'storage_unavailable'], answer.text)
    assert.match(String(answer.json.hint), /room|space/)
    return taken
  }
}

test('a full disk stops changes and nothing else, and ends without a restart', async (t) => {
  if (disk.missing !== null) return t.skip(disk.missing)
  await using service = await startService(place)
  const { id } = sessionOf(await ingest(service, { tmux_session: 'agent-full', event: 'start', metadata: 'start' }))
  await until('sessions.json is written', () => storedNames().includes('agent-full'))
  using viewer = await openViewer(service.port)
  disk.fill()
  const taken = await reportUntilRefused(service)
  await assertReadOnly(service, id)
  assert.equal((await service.call('GET /readyz')).status, 503)
  assert.equal((await eventsOf(service, id)).filter(({ event }) => event === 'agent.tool_use').length, taken)
  await assertHookStaysQuiet(service)
  disk.empty()
  await until('it takes events again', async () => {
    const answer = await ingest(service, { tmux_session: 'agent-full', event: 'to_review', metadata: 'again' })
    return answer.status === 200
  })
  assert.equal((await service.call('GET /readyz')).status, 200)
  const toReview = async () => (await eventsOf(service, id)).filter(({ event }) => event === 'hook.to_review').length
  if (secondFolderOf(place.home) !== null)
    await until('the event of the hook came', async () => (await toReview()) === 2)
  await until('the viewer sees it', () => viewer.sessions.get(id)?.state === 'awaiting_review')
  await until('sessions.json follows', () => readFileSync(storePath(), 'utf8').includes('awaiting_review'))
  assert.equal((await launch(service, { agent_type: 'shell', prompt: 'true' })).status, 201)
  const before = await listSessions(service)
  await service.kill()
  await using next = await startService(place)
  const restored = (await listSessions(next)).find((session) => session.id === id)
  assert.deepEqual(restored?.state, before.find((session) => session.id === id)?.state)
  assert.equal((await eventsOf(next, id)).filter(({ event }) => event === 'agent.tool_use').length, taken)
})

test('a start on a full disk says what is wrong, and works once there is room', async (t) => {
  if (disk.missing !== null) return t.skip(disk.missing)
  disk.fill()
  const refused = await orrery(place, ['start'])
  assert.match(refused.err, /room|space|ENOSPC|full/i)
  assert.doesNotMatch(refused.err, /\n\s+at /, 'a stack trace is no explanation')
  disk.empty()
  await using service = await startService(place)
  assert.equal((await service.call('GET /readyz')).status, 200)
})

const storePath = (): string => join(place.home, 'sessions.json')

function storedNames(): string[] {
  const { sessions } = JSON.parse(readFileSync(storePath(), 'utf8')) as { sessions: { tmux_session: string }[] }
  return sessions.map(({ tmux_session }) => tmux_session)
}

async function assertReadOnly(service: Service, id: string): Promise<void> {
  for (const route of ['/', '/api/version', '/healthz', '/api/hooks/sessions', `/api/hooks/sessions/${id}/events`]) {
    const { status } = await service.call(`GET ${route}`)
    assert.ok(status === 200 || route === '/', `GET ${route}: ${status}`)
  }
  // One after the other: a removal under way, which is taken back, would make the session unknown to the others.
  const changes = [
    () => service.call(`PATCH /api/hooks/sessions/${id}`, { json: { state: 'failed' } }),
    () => service.call('POST /api/hooks/sessions', { json: { tmux_session: 'agent-other', agent_type: 'shell' } }),
    () => service.call(`DELETE /api/hooks/sessions/${id}`),
    () => launch(service, { agent_type: 'shell', prompt: 'true' }),
  ]
  for (const change of changes) {
    const answer = await change()
    assert.deepEqual([answer.status, answer.json.error], [503, 'storage_unavailable'], answer.text)
  }
  const sessions = await listSessions(service)
  assert.deepEqual(
    sessions.map(({ tmux_session, state }) => [tmux_session, state]),
    [['agent-full', 'running']],
  )
  assert.deepEqual(await service.place.terminals(), [])
  assert.doesNotThrow(storedNames)
}

/** The agent must not notice; its event waits on another disk, where there is one. */
async function assertHookStaysQuiet(service: Service): Promise<void> {
  const env = {
    ...place.env(),
    SERVICE_HOME: place.home,
    SERVICE_SESSION_TMUX: 'agent-full',
    SERVICE_HOOK_PORT: String(service.port),
  }
  const { stdout, stderr } = await run('bash', [join(place.home, 'bin/orrery-hook.sh'), 'Notification'], { env })
  assert.deepEqual([stdout, stderr], ['', ''])
}
