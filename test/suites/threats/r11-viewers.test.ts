// R11: a viewer that stops reading costs a bounded amount of memory and is caught up by one snapshot; others notice nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import { postInTurn } from './posting.ts'

const sessionCount = 200
const slowCount = 10
/** Enough to fill what the system buffers for a connection that nobody reads, and far more. */
const rounds = 30
/** As long as a card takes them: each change weighs some 4 KB. */
const label = '€'.repeat(500)
const prompt = '€'.repeat(300)
const messageOf = (round: number): string => `round ${round} ${'€'.repeat(150)}`

test('viewers that stop reading stay within bounds, get one snapshot, and harm nobody', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const ids = await Promise.all(Array.from({ length: sessionCount }, (_, n) => register(service, n)))
  using good = await openViewer(service.port)
  const slow = await Promise.all(Array.from({ length: slowCount }, () => openViewer(service.port)))
  const before = residentMiB(service.pid)
  for (const viewer of slow) viewer.socket.pause()
  let most = 0
  for (let round = 0; round < rounds; round++) {
    await storm(service, ids, round)
    most = Math.max(most, residentMiB(service.pid))
  }
  const last = messageOf(rounds - 1)
  await until('the good viewer is in step', () =>
    [...good.sessions.values()].every(({ last_message }) => last_message === last),
  )
  assert.equal(good.gaps(), 0)
  const sent = Buffer.byteLength(JSON.stringify(good.frames)) / 1024 / 1024
  assert.ok(sent > 15, `only ${sent.toFixed(0)} MiB went to each viewer, which shows nothing`)
  // All of it for each of them would be hundreds of MiB; a bound of 1 MiB each leaves the heap of the work itself.
  assert.ok(most - before < slowCount * 4 + 100, `${before.toFixed(0)} MiB grew to ${most.toFixed(0)} MiB`)
  for (const viewer of slow) await assertCaughtUp(viewer, last)
  const sessions = await listSessions(service)
  for (const { id, last_activity } of sessions) assert.equal(good.sessions.get(id)?.last_activity, last_activity)
  for (const viewer of slow) viewer[Symbol.dispose]()
})

async function register(service: Service, n: number): Promise<string> {
  const json = { tmux_session: `agent-viewed-${n}`, agent_type: 'shell', label, prompt }
  const { json: answer } = await service.call('POST /api/hooks/sessions', { json })
  return (answer.session as { id: string }).id
}

/** One change of each session. */
async function storm(service: Service, ids: readonly string[], round: number): Promise<void> {
  const event = round === 0 ? 'start' : round % 2 === 0 ? 'tool_use' : 'to_review'
  const senders = Array.from({ length: Math.min(20, ids.length) }, (_, sender) => sender)
  const sent = senders.map(async (sender) => {
    using connection = await openConnection(service.hookPort)
    const own = ids.filter((_, index) => index % senders.length === sender)
    return await postInTurn(
      connection,
      own.map((id) => ({ session_id: id, event, metadata: messageOf(round) })),
    )
  })
  const statuses = (await Promise.all(sent)).flat()
  assert.deepEqual(new Set(statuses), new Set([200]))
}

async function assertCaughtUp(viewer: Viewer, last: string): Promise<void> {
  const snapshots = () => viewer.frames.filter(({ type }) => type === 'snapshot').length
  assert.equal(snapshots(), 1)
  viewer.socket.resume()
  const isInStep = () => [...viewer.sessions.values()].every(({ last_message }) => last_message === last)
  await until('a slow viewer is in step', isInStep, 30_000)
  assert.equal(snapshots(), 2)
  assert.equal(viewer.sessions.size, sessionCount)
}

test('a viewer that comes back gets what it missed, or a snapshot when that is not known', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const id = await register(service, 0)
  await register(service, 1)
  using first = await openViewer(service.port)
  await until('both are on the board', () => first.sessions.size === 2)
  const since = first.seq()
  await storm(service, [id], 0)
  await until('the change came', () => first.seq() > since)
  using back = await openViewer(service.port, { since })
  const [missed] = back.frames
  assert.equal(missed?.type, 'changes')
  assert.ok(missed.changes?.some((change) => change.id === id))
  for (const unknown of [since + 1_000_000, -1, Number.NaN]) {
    using viewer = await openViewer(service.port, { since: unknown })
    assert.equal(viewer.frames[0]?.type, 'snapshot', `since ${unknown}`)
  }
  const last = first.seq()
  await service.kill()
  await using next = await startService(place)
  using later = await openViewer(next.port, { since: last })
  assert.equal(later.frames[0]?.type, 'snapshot')
  assert.ok(later.seq() > last, 'the numbers only grow, across restarts too')
})
