// R8: ten thousand events at once over a thousand connections are all accepted or refused with 429, and the board is right.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { eventsOf } from './acknowledged.ts'
import { postInTurn } from './posting.ts'

const connections = 1000
/** Ten for each connection; the last one decides where the session ends. */
const events = [
  'start',
  'to_review',
  'tool_use',
  'prompt_ready',
  'running',
  'awaiting_review',
  'tool_use',
  'exit',
  'requeue',
  'start',
]

test('ten thousand events over a thousand connections: nothing is lost, and the board is right within a second', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  using viewer = await openViewer(service.port)
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(service.port)))
  const startedMs = performance.now()
  const answers = await Promise.all(opened.map((connection, index) => postInTurn(connection, eventsOfSession(index))))
  const tookMs = performance.now() - startedMs
  for (const connection of opened) connection[Symbol.dispose]()
  const statuses = Map.groupBy(answers.flat(), (status) => status)
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 429),
    [],
  )
  assert.equal(answers.flat().length, connections * events.length)
  const refused = answers.filter((one) => one.includes(429)).length
  const sessions = await listSessions(service)
  assert.equal(sessions.filter(({ state }) => state === 'running').length >= connections - refused, true)
  await until(
    'the viewer has the same board',
    () => sessions.every(({ id, state }) => viewer.sessions.get(id)?.state === state),
    1000,
  )
  assert.equal(viewer.gaps(), 0)
  const [session] = sessions
  if (refused === 0) assert.equal((await eventsOf(service, session?.id ?? '')).length, events.length + 1)
  assert.ok(residentMiB(service.pid) < 400, `${residentMiB(service.pid)} MiB after ${tookMs.toFixed(0)} ms`)
  await service.kill()
  await using next = await startService(place)
  const states = (list: typeof sessions) => list.map(({ id, state }) => `${id} ${state}`).toSorted()
  assert.deepEqual(states(await listSessions(next)), states(sessions))
})

function eventsOfSession(index: number): object[] {
  return events.map((event, n) => ({ tmux_session: `agent-storm-${index}`, event, metadata: `${n}` }))
}
