// The tables of triage, the same on both databases.
import assert from 'node:assert/strict'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { sampleCard } from '#rooms/tasks/core/sample-task.testkit.ts'
import type { SourceFilter } from '#rooms/activity/contract.ts'
import type { ScoreOverride } from '../../contract.ts'
import type { RankedTask } from '../../core/rank.ts'
import { createBriefStore } from './briefs.ts'
import { createMemoryStore } from './memories.ts'
import { createOverrideStore, type NewOverride } from './overrides.ts'
import { createRunStore } from './runs.ts'
import { createScoreStore, type ScoreRow } from './scores.ts'
import { triageActivity } from './triage-activity.ts'

const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`
const ann: WhoAsks = { kind: 'agent', name: 'ann' }
const person: WhoAsks = { kind: 'person', name: 'API' }

/** What a script answers, once it is committed. */
async function write<T>({ commits }: Database, script: () => Script<T>): Promise<T> {
  const answered: { readonly is: T }[] = []
  await commits.write({
    *script() {
      answered.push({ is: yield* script() })
    },
  })
  return (answered[0] ?? assert.fail('nothing was committed')).is
}

const addTask = statement(
  'INSERT INTO tasks (seq, id, title, created_at, updated_at, status_since) VALUES (?, ?, ?, ?, ?, ?)',
)

async function addTasks(database: Database, ...ids: readonly string[]): Promise<void> {
  await write(database, function* () {
    for (const [place, id] of ids.entries()) yield* addTask.run(place + 1, id, id, at(0), at(0), at(0))
  })
}

const newRun = { triggerBy: 'api', who: ann, dryRun: false, startedAt: at(1) }
const noResult = { model: null, error: null, result: null }

onBoth('runs begin, end and are listed', async (_, database) => {
  const store = createRunStore(database.read)
  const ids = await write(database, function* () {
    const first = yield* store.insert(newRun)
    const dry = yield* store.insert({ ...newRun, dryRun: true })
    return [first, dry, yield* store.insert({ ...newRun, who: undefined })]
  })
  const [first = 0, dry = 0, third = 0] = ids
  assert.ok(first < dry && dry < third)
  const result = { summary: null, distribution: null, clash: null, moves: [] } as never
  await write(database, function* () {
    yield* store.finish({ id: first, status: 'success', finishedAt: at(2), ...noResult, model: 'm', result })
    yield* store.failInterrupted(at(3), { code: 'interrupted', reason: 'why “so”', hint: null })
  })
  const listed = (await store.list({ limit: 2, from: null, status: null })).rows
  assert.deepEqual(
    listed.map(({ id, status, dry_run: isDry, error }) => [id, status, isDry, error?.reason]),
    [
      [third, 'failed', false, 'why “so”'],
      [dry, 'failed', true, 'why “so”'],
    ],
  )
  const next = await store.list({ limit: 2, from: dry, status: 'success' })
  assert.deepEqual([next.rows.map(({ id }) => id), next.next], [[first], null])
  assert.deepEqual([await store.count(), (await store.last())?.id], [3, third])
  assert.deepEqual(
    (await store.lastSuccesses(5)).map(({ id, model }) => [id, model]),
    [[first, 'm']],
  )
  assert.deepEqual([(await store.find(first))?.moves, await store.find(third + 9)], [[], null])
})

onBoth('the last five plans can be applied, until a run writes', async (_, database) => {
  const store = createRunStore(database.read)
  const previews: number[] = []
  for (let nth = 0; nth < 7; nth++) {
    const end = { status: 'success', finishedAt: at(2), ...noResult, plan: `{"nth":${nth}}` } as const
    const id = await write(database, function* () {
      const made = yield* store.insert({ ...newRun, dryRun: true })
      yield* store.finish({ id: made, ...end })
      return made
    })
    previews.push(id)
  }
  const canApply = async () =>
    (await store.list({ limit: 9, from: null, status: null })).rows.map((run) => run.can_apply)
  assert.deepEqual(await canApply(), [true, true, true, true, true, false, false])
  const plans = await Promise.all(previews.map((id) => store.planOf(id)))
  assert.deepEqual(plans, [null, null, ...[2, 3, 4, 5, 6].map((nth) => `{"nth":${nth}}`)])
  await write(database, function* () {
    yield* store.markApplied(previews[6] ?? 0, previews[0] ?? 0)
    yield* store.dropPlans()
  })
  assert.deepEqual(
    await canApply(),
    Array.from({ length: 7 }, () => false),
  )
  assert.deepEqual(
    [(await store.find(previews[6] ?? 0))?.applied_as, await store.planOf(previews[6] ?? 0)],
    [previews[0], null],
  )
})

onBoth('briefs wait, are consumed once, and go', async (_, database) => {
  const store = createBriefStore(database.read)
  const runs = createRunStore(database.read)
  const brief = { source: 'meeting', body: 'It’s “urgent”', at: at(1), who: ann } as const
  const [one, two, three, run, later] = await write(database, function* () {
    return [
      yield* store.insert({ ...brief, tags: ['a', 'é'] }),
      yield* store.insert({ ...brief, tags: [] }),
      yield* store.insert({ ...brief, source: 'news', tags: null }),
      yield* runs.insert(newRun),
      yield* runs.insert(newRun),
    ] as const
  })
  assert.deepEqual(
    (await store.waiting()).map(({ id, source, tags }) => [id, source, tags]),
    [
      [one, 'meeting', ['a', 'é']],
      [two, 'meeting', []],
      [three, 'news', []],
    ],
  )
  await write(database, function* () {
    yield* store.consume([one, two, 999], run)
    yield* store.consume([two, three], later)
  })
  const read = async (id: number) => (await store.readBy(id)).map((row) => row.id)
  assert.deepEqual([await read(run), await read(later), await store.countWaiting()], [[one, two], [three], 0])
  assert.deepEqual(
    await write(database, function* () {
      return [yield* store.remove(two), yield* store.remove(two)]
    }),
    [true, false],
  )
  const page = await store.list({ limit: 1, from: null, consumed: true })
  assert.deepEqual([page.rows.map(({ id }) => id), page.next], [[three], String(three)])
  assert.deepEqual((await store.list({ limit: 5, from: three, consumed: true })).rows.length, 1)
  assert.deepEqual((await store.list({ limit: 5, from: null, consumed: false })).rows, [])
  assert.deepEqual(
    (await store.some([two, one])).map(({ id }) => id),
    [one],
  )
  assert.deepEqual(await store.some([]), [])
})

onBoth('notes are kept, changed and removed', async (_, database) => {
  const store = createMemoryStore(database.read)
  const [one, two] = await write(database, function* () {
    return [yield* store.insert('a', at(1)), yield* store.insert('b', at(2))] as const
  })
  await write(database, function* () {
    yield* store.update({ id: one, body: 'é', created_at: at(1), updated_at: at(3) })
    yield* store.remove(two)
  })
  assert.deepEqual({ ...(await store.find(one)) }, { id: one, body: 'é', created_at: at(1), updated_at: at(3) })
  assert.equal(await store.find(two), null)
  assert.equal((await store.all()).length, 1)
})

const override = (taskId: string, more: Partial<ScoreOverride> = {}): NewOverride => ({
  task_id: taskId,
  dimension: 'urgency',
  old_value: null,
  new_value: '5',
  user_reason: 'so',
  lane: null,
  created_at: at(5),
  ...more,
})

onBoth('corrections wait and are applied, and the last lock of a task is known', async (_, database) => {
  await addTasks(database, 'T-1', 'T-2')
  const store = createOverrideStore(database.read)
  const runs = createRunStore(database.read)
  const lock = { dimension: 'locked', new_value: '1', lane: 'now' } as const
  const [one, two, three, four, run] = await write(database, function* () {
    return [
      yield* store.insert(override('T-1'), ann),
      yield* store.insert(override('T-1', lock), person),
      yield* store.insert(override('T-1', { ...lock, lane: 'later', created_at: at(6) }), person),
      yield* store.insert(override('T-2', { ...lock, new_value: '0', lane: null }), ann),
      yield* runs.insert(newRun),
    ] as const
  })
  const stillThere = await write(database, function* () {
    yield* store.apply([one, two], run)
    yield* store.remove(four)
    return yield* store.stillWaiting([one, three, four])
  })
  assert.deepEqual([...stillThere], [three])
  assert.deepEqual([(await store.waiting()).map(({ id }) => id), await store.countWaiting()], [[three], 1])
  assert.deepEqual(
    (await store.lastApplied(5)).map(({ id }) => id),
    [one, two],
  )
  assert.deepEqual(
    (await store.lastApplied(1)).map(({ id }) => id),
    [two],
  )
  assert.deepEqual(
    [...(await store.lastLocks(['T-1', 'T-2']))].map(([id, row]) => [id, row.lane]),
    [['T-1', 'later']],
  )
  assert.equal((await store.lastLocks([])).size, 0)
  assert.deepEqual(
    (await store.since(at(6))).map(({ id }) => id),
    [three],
  )
  const list = async (applied: boolean | null, taskId: string | null) =>
    (await store.list({ limit: 9, from: null, applied, taskId })).rows.map(({ id }) => id)
  assert.deepEqual(
    [await list(true, null), await list(false, 'T-1'), await list(null, 'T-1'), await list(null, 'T-2')],
    [[two, one], [three], [three, two, one], []],
  )
  assert.deepEqual([await store.find(four), (await store.find(one))?.applied_to_run_id], [null, run])
})

const parts = { impact: 5, urgency: 4, confidence: 3, effort: 2 }
const standing = { score: 30.5, lane: 'now', rank: 1 } as const
const nowhere = { score: null, lane: null, rank: null } as const

function scored(id: string, runId: number, more: Partial<RankedTask> = {}): ScoreRow {
  const model = { parts, lane: 'next', reason: 'it burns' } as const
  const task = { card: sampleCard(id), model, parts, correction: null, before: nowhere, ...standing, ...more }
  return { task, runId, at: at(7), known: null }
}

onBoth('scores are kept in the order of runs, and the newest of a task is found', async (_, database) => {
  const store = createScoreStore(database.read)
  const runs = createRunStore(database.read)
  const [first, second] = await write(database, function* () {
    return [yield* runs.insert(newRun), yield* runs.insert(newRun)] as const
  })
  const many = Array.from({ length: 40 }, (__, place) => scored(`N-${place}`, first, nowhere))
  await database.commits.writeInSlices({ script: () => store.write([scored('T-1', first), ...many]) })
  const known = await write(database, () => store.known(['T-1', 'T-2', 'N-39']))
  assert.deepEqual([...known.keys()], ['T-1', 'N-39'])
  const carried = scored('T-1', second, { model: null, parts: null, lane: null, before: standing })
  await write(database, () => store.write([{ ...carried, known: known.get('T-1') ?? null }]))
  const newest = (await store.latest(['T-1', 'N-0', 'T-9'])).get('T-1')
  assert.deepEqual(
    [newest?.run_id, newest?.scored_in_run_id, newest?.carried, newest?.parts, newest?.model_reason, newest?.score],
    [second, first, true, parts, 'it burns', 30.5],
  )
  assert.deepEqual([newest?.previous_lane, newest?.previous_rank, newest?.lane], ['now', 1, null])
  assert.deepEqual(
    (await store.history('T-1', 5)).map(({ run_id: run }) => run),
    [second, first],
  )
  assert.equal((await store.history('T-1', 1)).length, 1)
  assert.deepEqual([(await store.latest([])).size, (await store.placements([])).size], [0, 0])
  assert.deepEqual(
    [...(await store.placements([first, second]))].map(([run, lanes]) => [run, [...lanes]]),
    [
      [first, [['T-1', 'now']]],
      [second, []],
    ],
  )
})

const everything: SourceFilter = { actor: null, isKind: () => true, since: null }
const end = { at: at(59), key: '' }

onBoth('the activity tells what triage did and was told, by actor and kind, page by page', async (_, database) => {
  await addTasks(database, 'T-1')
  const { read } = database
  const [runs, briefs, overrides] = [createRunStore(read), createBriefStore(read), createOverrideStore(read)]
  await write(database, function* () {
    const byAnn = yield* runs.insert(newRun)
    yield* runs.finish({ id: byAnn, status: 'success', finishedAt: at(10), ...noResult })
    const bySchedule = yield* runs.insert({ ...newRun, who: undefined, triggerBy: 'strand daily' })
    yield* runs.finish({ id: bySchedule, status: 'cancelled', finishedAt: at(11), ...noResult })
    yield* runs.insert(newRun)
    yield* overrides.insert(override('T-1', { created_at: at(12) }), person)
    yield* overrides.insert(override('T-1', { dimension: 'locked', new_value: '1', created_at: at(13) }), ann)
    yield* overrides.insert(override('T-1', { dimension: 'locked', new_value: '0', created_at: at(13) }), ann)
    yield* briefs.insert({ source: 'news', body: 'x', at: at(14), who: ann })
  })
  const sources = triageActivity(database, (id) => `Name of ${id}`)
  const read1 = async (filter: Partial<SourceFilter>) => {
    const pages = sources.map((source) => source.page({ ...everything, ...filter }, end, 9))
    return (await Promise.all(pages))
      .flat()
      .map(({ at: time, kind, actor }) => `${time.slice(14, 16)} ${kind} ${actor.kind} ${actor.name}`)
  }
  const all = [
    '11 triage.cancelled service strand daily',
    '10 triage.succeeded agent ann',
    '13 triage.unlocked agent ann',
    '13 triage.locked agent ann',
    '12 triage.corrected person API',
    '14 triage.brief agent ann',
  ]
  assert.deepEqual(await read1({}), all)
  assert.deepEqual(await read1({ actor: 'service' }), all.slice(0, 1))
  assert.deepEqual(await read1({ isKind: (kind) => kind === 'triage.locked' }), all.slice(3, 4))
  assert.deepEqual(await read1({ since: at(13) }), [all[2], all[3], all[5]])
  const [, ofOverrides = assert.fail()] = sources
  const [newest = assert.fail()] = await ofOverrides.page(everything, end, 1)
  const place = { at: newest.at, key: newest.id.split(':')[1] ?? '' }
  assert.deepEqual(
    (await ofOverrides.page(everything, place, 9)).map(({ kind }) => kind),
    ['triage.locked', 'triage.corrected'],
  )
  const counted = await ofOverrides.count(everything, { from: at(12), to: at(14), characters: 16 })
  assert.deepEqual(
    Array.from(counted).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [
      [at(12).slice(0, 16), 1],
      [at(13).slice(0, 16), 2],
    ],
  )
})
