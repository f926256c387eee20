// A locked database, a full disk and a home that was moved are told in words, stop nothing else, and cost no exit code.
import assert from 'node:assert/strict'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { costsOf } from './watch-costs.ts'

const stateOf = async (service: Service, id: string) =>
  (await listSessions(service)).find((one) => one.id === id)?.state
const readiness = async (service: Service) => (await service.call('GET /readyz')).status

test('while another program holds the database, everything is answered, in words, and Stop stops', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const stopped = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 600' }))
  await until('the agent runs', async () => (await place.terminals()).length === 1)
  const other = new DatabaseSync(join(place.home, 'service.db'))
  other.exec('BEGIN IMMEDIATE')
  const costs = await costsOf(service, async () => {
    const stop = service.call('POST /api/agents/stop', { json: { session_id: stopped.id }, token: service.token })
    const refused = await ingest(service, { tmux_session: 'agent-new', event: 'start' })
    assert.deepEqual([refused.status, refused.json.error], [503, 'storage_unavailable'])
    assert.match(String(refused.json.reason), /locked/)
    await until('it says that it is not ready', async () => (await readiness(service)) === 503)
    assert.equal((await listSessions(service)).length, 1)
    await stop
    await until('the agent was stopped', async () => (await place.terminals()).length === 0)
  })
  // Each write used to hold everything up for 5 s.
  assert.ok(costs.stallMs < 2000, `${costs.stallMs.toFixed(0)} ms`)
  other.close()
  await until('it takes events again', async () => {
    return (await ingest(service, { tmux_session: 'agent-new', event: 'start' })).status === 200
  })
  await until('it is ready again', async () => (await readiness(service)) === 200)
  await until('the session ended', async () => (await stateOf(service, stopped.id)) !== 'running')
})

test('who came while a change waited for a lock is told the truth when it is taken back', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await ingest(service, { tmux_session: 'agent-kept', event: 'start' })
  const { id } = (await listSessions(service))[0] ?? assert.fail('no session')
  const other = new DatabaseSync(join(place.home, 'service.db'))
  other.exec('BEGIN IMMEDIATE')
  const asked = [
    ingest(service, { tmux_session: 'agent-kept', event: 'to_review' }),
    ingest(service, { tmux_session: 'agent-new', event: 'start' }),
    service.call('POST /api/tasks', { json: { title: 'a task' } }),
  ]
  await until('the change is seen', async () => (await stateOf(service, id)) === 'awaiting_review')
  using viewer = await openViewer(service.port)
  for (const { status } of await Promise.all(asked)) assert.equal(status, 503)
  other.close()
  await until('the viewer sees the old state', () => viewer.sessions.get(id)?.state === 'running')
  await until('nothing that was refused is on the board', () => viewer.sessions.size === 1 && viewer.tasks.size === 0)
})

test('on a full disk the end of an agent is committed from the reserve, and new work is refused', async (t) => {
  await using place = await makeHome()
  using disk = smallDisk({ size: '24m', path: place.home })
  if (disk.missing !== null) return t.skip(disk.missing)
  await using service = await startService(place)
  const session = sessionOf(await launch(service, { agent_type: 'shell', prompt: `sleep 2; exit 0` }))
  disk.fill()
  // What is free inside SQLite's own files is used up first.
  await until('the reserve is given up', async () => {
    await ingest(service, { tmux_session: session.tmux_session, event: 'tool_use', metadata: 'x'.repeat(200) })
    return !existsSync(join(place.home, 'reserve'))
  })
  assert.equal(await readiness(service), 503)
  const refused = await launch(service, { agent_type: 'shell', prompt: 'true' })
  assert.deepEqual([refused.status, refused.json.error], [503, 'storage_unavailable'])
  await until('its end was committed', async () => (await stateOf(service, session.id)) === 'completed')
  disk.empty()
  await until('the reserve is taken again', () => existsSync(join(place.home, 'reserve')))
  await until('it is ready again', async () => (await readiness(service)) === 200)
  await service.kill()
  await using next = await startService(place)
  assert.equal(await stateOf(next, session.id), 'completed')
  await next.stop()
})

test('a home that is moved away is noticed, makes no second home, and goes on where it is put back', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await ingest(service, { tmux_session: 'agent-kept', event: 'start' })
  const away = `${place.home}-away`
  renameSync(place.home, away)
  assert.equal(await readiness(service), 503)
  const refusals = [
    await ingest(service, { tmux_session: 'agent-kept', event: 'to_review' }),
    await launch(service, { agent_type: 'shell', prompt: 'true' }),
    await service.call('POST /api/tasks', { json: { title: 'a task' } }),
  ]
  for (const { status, json } of refusals) {
    assert.deepEqual([status, json.error], [503, 'storage_unavailable'])
    assert.match(String(json.reason), /moved/)
  }
  assert.equal(existsSync(place.home), false, 'half a home appeared')
  renameSync(away, place.home)
  assert.equal((await ingest(service, { tmux_session: 'agent-kept', event: 'to_review' })).status, 200)
  assert.equal(await readiness(service), 200)
})
