// Three hubs on one PostgreSQL with a board open on each, whose clocks differ by minutes: changed on all at once, and through faults.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fromIso, minuteMs, secondMs } from '#base/time.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openAskingAgent } from '../../support/asking-agent.ts'
import { startTriageModel, type TriageModel } from '../../support/fake-triage-model.ts'
import { openRelay, type Relay } from '../../support/relay.ts'
import { until } from '../../support/until.ts'
import {
  ask,
  assertNothingLost,
  awaySince,
  beginAnew,
  keepWriting,
  launchOn,
  openHub,
  sameBoards,
  type Hub,
  type Writing,
  type Written,
} from './boards.ts'
import { openNodes, runOf, runStrand, systemOf } from './two-services.ts'

const options = { skip: withoutPostgres }

let shared: Awaited<ReturnType<typeof openNodes>>
let model: TriageModel
/** Between the hub `cut` and PostgreSQL. */
let relay: Relay
let cut: Hub
let ahead: Hub
let behind: Hub
const hubs = (): readonly Hub[] => [cut, ahead, behind]
/** A session of each, which is moved to and fro, by the name of its hub. */
const sessions = new Map<string, string>()
const sessionOf = ({ name }: Hub): string => sessions.get(name) ?? assert.fail(name)

const clockOf = (aheadMs: number) => ({
  nodeOptions: ['--import', join(import.meta.dirname, 'clock-ahead.mjs')],
  own: { CLOCK_AHEAD_MS: String(aheadMs) },
})
const skewMs = new Map([
  ['cut', 0],
  ['ahead', 2 * minuteMs],
  ['behind', -2 * minuteMs],
])

/** What its clock says now. */
const hereMs = ({ name }: Hub): number => Date.now() + (skewMs.get(name) ?? 0)

before(async () => {
  if (withoutPostgres !== false) return
  model = await startTriageModel()
  shared = await openNodes({ SERVICE_MODEL_URL: model.url })
  const url = new URL(shared.url)
  relay = shared.opened.use(await openRelay(Number(url.port)))
  url.port = String(relay.port)
  cut = await openHub('cut', await shared.node('cut', { own: { DATABASE_URL: url.href } }))
  ahead = await openHub('ahead', await shared.node('ahead', clockOf(2 * minuteMs)))
  behind = await openHub('behind', await shared.node('behind', clockOf(-2 * minuteMs)))
  for (const hub of hubs()) sessions.set(hub.name, await launchOn(hub, hub.name))
})
after(async () => {
  for (const hub of hubs()) hub?.viewer[Symbol.dispose]()
  await model?.[Symbol.asyncDispose]()
  await shared?.[Symbol.asyncDispose]()
})

/** As one that is silent for longer than it takes to be noticed. Answers when it was heard last. */
async function silentSince(name: string): Promise<number> {
  const agoMs = 45 * secondMs
  await shared.change(
    `UPDATE orrery.nodes SET last_heartbeat = now() - interval '${agoMs / secondMs} seconds' WHERE name = '${name}'`,
  )
  return Date.now() - agoMs
}

/** The others say that it is away, and since when, each by its own clock. */
async function toldAway(gone: Hub): Promise<void> {
  const sinceMs = await silentSince(gone.name)
  for (const hub of hubs().filter((each) => each !== gone)) {
    const told = await until('its card says so', () => awaySince(hub, sessionOf(gone)))
    const offMs = fromIso(told) - sinceMs - (skewMs.get(hub.name) ?? 0)
    assert.ok(Math.abs(offMs) < 30 * secondMs, `${hub.name} tells ${told}, ${offMs} ms beside it`)
  }
}

const heardAgain = (back: Hub) =>
  until('its card is there again', () =>
    hubs().every(
      (hub) => hub === back || (hub.viewer.sessions.has(sessionOf(back)) && awaySince(hub, sessionOf(back)) === null),
    ),
  )

/** Writes on all of them while the fault comes and goes, and some more after it. */
async function through(
  what: string,
  fault: (writings: readonly Writing[]) => Promise<void>,
): Promise<readonly Written[]> {
  const writings = hubs().map((hub) => keepWriting(hub, sessionOf(hub), what))
  const stop = () => Promise.all(writings.map((each) => each.stop()))
  try {
    await madeMore(writings)
    await fault(writings)
    await madeMore(writings)
  } catch (error) {
    await stop()
    throw error
  }
  const written = await stop()
  await sameBoards(hubs())
  for (const hub of hubs()) await assertNothingLost(hub, written)
  for (const [at, { state }] of written.entries()) {
    const session = sessionOf(hubs()[at] ?? assert.fail('there are three'))
    if (state !== null) assert.equal(cut.viewer.sessions.get(session)?.state, state, 'its last state is kept')
  }
  return written
}

const madeMore = (writings: readonly Writing[]) => {
  const least = writings.map(({ made }) => made.length + 5)
  return until('all of them write', () => writings.every(({ made }, at) => made.length >= (least[at] ?? 0)))
}

const refusedBy = ({ refused }: Written) => refused.map(({ status, error }) => `${status} ${String(error)}`)
const assertNoGaps = () =>
  assert.deepEqual(
    hubs().map(({ viewer }) => viewer.gaps()),
    [0, 0, 0],
  )

test('what is changed on all three at once is the same on each board, without a gap', options, async () => {
  const runs = await Promise.all(
    hubs().map(async (hub, at) => {
      const { service } = hub
      const more = await launchOn(hub, `More ${hub.name}`)
      for (const event of ['hook.to_review', 'hook.to_running', 'hook.to_review'])
        assert.equal((await ask(hub, `PATCH /api/hooks/sessions/${more}`, { event })).status, 200)
      const tasks = await Promise.all(
        Array.from({ length: 8 }, (_, number) => ask(hub, 'POST /api/tasks', { title: `${hub.name} ${number}` })),
      )
      assert.ok(tasks.every(({ status }) => status === 201))
      const [id] = tasks.map(({ json }) => (json.task as { readonly id: string }).id)
      const changed = await Promise.all([
        ask(hub, `POST /api/triage/lock/${id}`, { lane: at === 0 ? 'now' : 'next' }),
        ask(hub, 'POST /api/briefs', { source: 'news', body: 'Something happened' }),
        ask(hub, `PATCH /api/tasks/${id}`, { project: hub.name }),
      ])
      assert.ok(
        changed.every(({ status }) => status < 300),
        changed.map(({ text }) => text).join('\n'),
      )
      const agent = await openAskingAgent({ home: hub.place.place, service }, { label: `Asks ${hub.name}` })
      const decider = hubs()[(at + 1) % 3] ?? hub
      const decision = { decision: at === 0 ? 'deny' : 'approve', input_hash: agent.asked.input_hash }
      await until(
        'it is asked there, too',
        async () => (await ask(decider, `GET /api/approvals/${agent.asked.id}`)).status === 200,
      )
      const decided = await ask(decider, `POST /api/approvals/${agent.asked.id}`, decision)
      assert.equal(decided.status, 200, decided.text)
      return { service, id: await runStrand(service, 'instance-gc') }
    }),
  )
  for (const { service, id } of runs) await until('it is over', async () => (await runOf(service, id)).run.finished_at)
  assert.equal((await ask(ahead, 'POST /api/triage/runs')).status, 202)
  await until('it has placed them', async () => {
    const { json } = await ask(behind, 'GET /api/triage/runs?status=success')
    return (json.runs as readonly unknown[]).length === 1
  })
  const board = await sameBoards(hubs())
  const count = (kind: string) => board.filter((line) => line.startsWith(`${kind} `)).length
  assert.deepEqual([count('session'), count('task'), count('approval')], [9, 24, 3])
  for (const { id } of runs) assert.ok(board.includes(`run ${id} success`), id)
  assertNoGaps()
  await until('no card of another one is of the future, or older than it is', () =>
    hubs().every((hub) =>
      hubs().every((owner) => {
        const since = hub.viewer.sessions.get(sessionOf(owner))?.state_since ?? ''
        const own = owner.viewer.sessions.get(sessionOf(owner))?.state_since ?? ''
        const agoMs = hereMs(hub) - fromIso(since)
        const ownAgoMs = hereMs(owner) - fromIso(own)
        return agoMs >= 0 && Math.abs(agoMs - ownAgoMs) < 30 * secondMs
      }),
    ),
  )
})

test('one is killed amid writes: its cards say so, and all of it is true again after its start', options, async () => {
  await through('killed', async () => {
    await behind.service.kill()
    await toldAway(behind)
    await beginAnew(behind)
    await heardAgain(behind)
  })
  assertNoGaps()
  const { json } = await ask(behind, 'GET /api/hooks/sessions')
  const own = (json.sessions as readonly { readonly id: string; readonly tmux_alive: boolean }[]).find(
    ({ id }) => id === sessionOf(behind),
  )
  assert.equal(own?.tmux_alive, true)
})

test(
  'PostgreSQL is started anew amid writes: what was told to be made is there, what was not says so',
  options,
  async () => {
    const written = await through('restarted', async (writings) => {
      await shared.postgres.restart(async () => {
        await until('each refuses', () => writings.every(({ refused }) => refused.length > 0))
      })
    })
    assert.deepEqual([...new Set(written.flatMap(refusedBy))], ['503 storage_unavailable'])
    assertNoGaps()
  },
)

test(
  'a silent network between one and PostgreSQL: the others say so, it says so, and it catches up',
  options,
  async () => {
    const written = await through('silent', async (writings) => {
      const heal = relay.hold()
      await until('it refuses', () => (writings[0]?.refused.length ?? 0) > 0)
      await toldAway(cut)
      const { nodes } = await systemOf(cut.service)
      assert.match(nodes?.problem ?? '', /^PostgreSQL does not answer/)
      // Whatever it had locked as it fell silent, PostgreSQL takes from it meanwhile.
      await madeMore(writings.slice(1))
      heal()
      await heardAgain(cut)
    })
    assert.deepEqual([...new Set(written.flatMap(refusedBy))], ['503 storage_unavailable'])
    assertNoGaps()
  },
)
