// Old runs go with what hangs on them; what explains where a task stands, what teaches and what waits stays.
import assert from 'node:assert/strict'
import { dayMs } from '#base/time.ts'
import { forgetOld } from './retention.ts'
import { testOnBoth, type Room } from './room.testkit.ts'
import { keptAtMost, learnedFrom } from './stores/retention-reads.ts'

const days = 180

const forget = ({ context, database: { read } }: Room) => forgetOld({ read, context, days: () => days })

async function rowsOf({ database: { read } }: Room) {
  const [runs, scores, briefs, overrides] = await Promise.all([
    read.selectFrom('triage_runs').select('id').orderBy('id').execute(),
    read.selectFrom('score_history').select(['task_id', 'run_id']).orderBy('id').execute(),
    read.selectFrom('briefs').select(['id', 'consumed_in_run_id']).orderBy('id').execute(),
    read.selectFrom('score_overrides').select(['id', 'applied_to_run_id']).orderBy('id').execute(),
  ])
  return {
    runs: runs.map(({ id }) => id),
    scores: scores.map(({ task_id: task, run_id: run }) => `${task} in ${run}`),
    briefs: briefs.map((row) => row.consumed_in_run_id),
    overrides: overrides.map((row) => row.applied_to_run_id),
  }
}

const brief = ({ ask }: Room) => ask('POST', '/api/briefs', { source: 'other', body: 'News' })
const correct = ({ ask }: Room, value: number) =>
  ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'urgency', new_value: value, user_reason: 'so' })

testOnBoth(
  'scores, briefs and corrections of old runs go, but not the last of a task, of learning and of corrections',
  async (room) => {
    await room.addTasks('T-1', 'T-2')
    for (let run = 1; run <= 8; run++) {
      await brief(room)
      await correct(room, (run % 5) + 1)
      assert.equal((await room.run()).status, 'success')
    }
    // As if there had been fifty since, which asked about T-1 alone.
    await room.ask('DELETE', '/api/tasks/T-2')
    for (let run = 0; run < learnedFrom; run++) assert.equal((await room.run()).status, 'success')
    await brief(room)
    const before = await rowsOf(room)
    await forget(room)
    assert.deepEqual(await rowsOf(room), before, 'nothing goes before its time')

    room.time.nowMs += days * dayMs
    await forget(room)
    const after = await rowsOf(room)
    const isLearned = (id: number): boolean => id > 8
    // The last scores of T-2, which can be brought back, are of run 8; the last five corrections are of runs 4 to 8.
    assert.deepEqual(after.runs, [4, 5, 6, 7, 8, ...before.runs.filter(isLearned)])
    assert.deepEqual(
      after.scores.filter((row) => !isLearned(Number(row.split(' ').at(-1)))),
      ['T-2 in 8'],
    )
    assert.deepEqual(
      after.scores.filter((row) => isLearned(Number(row.split(' ').at(-1)))),
      before.scores.filter((row) => isLearned(Number(row.split(' ').at(-1)))),
    )
    assert.deepEqual(after.briefs, [8, null])
    assert.deepEqual(after.overrides, [4, 5, 6, 7, 8])
    const learning = await room.ask('GET', '/api/triage/learning')
    assert.equal(learning.body.runs.length, learnedFrom)
    await forget(room)
    assert.deepEqual(await rowsOf(room), after)
  },
)

testOnBoth('what says why a task is locked stays, and what waits for a run', async (room) => {
  await room.addTasks('T-1', 'T-2')
  assert.equal((await room.run()).status, 'success')
  assert.equal((await room.ask('POST', '/api/triage/lock/T-1', { lane: 'now', reason: 'first' })).status, 200)
  assert.equal((await room.run()).status, 'success')
  for (let run = 0; run < 6; run++) {
    await room.ask('POST', '/api/triage/overrides', {
      task_id: 'T-2',
      dimension: 'effort',
      new_value: 2,
      user_reason: 'so',
    })
    await room.run()
  }
  for (let run = 0; run < learnedFrom; run++) await room.run()
  await brief(room)
  room.time.nowMs += (days + 1) * dayMs
  await forget(room)
  const { explanation } = (await room.ask('GET', '/api/triage/explain/T-1')).body
  assert.equal(explanation.lock?.reason, 'first')
  const { briefs, overrides } = await rowsOf(room)
  assert.deepEqual(briefs, [null])
  // The lock and the last five corrections.
  assert.equal(overrides.length, 6)
})

testOnBoth('a thousand runs stay for their age alone, however many were young', async (room) => {
  await room.addTasks('T-1')
  await room.run()
  const { context } = room
  const at = new Date(room.time.nowMs).toISOString()
  await context.commits.write({
    *script() {
      for (let run = 0; run < keptAtMost + 20; run++) {
        const id = yield* context.runs.insert({ triggerBy: 'test', dryRun: true, startedAt: at })
        yield* context.runs.finish({ id, status: 'failed', finishedAt: at, model: null, error: null, result: null })
      }
    },
  })
  // The one that succeeded holds all that came later.
  await forget(room)
  assert.equal((await rowsOf(room)).runs.length, keptAtMost + 21)
  for (let run = 0; run < learnedFrom; run++) await room.run()
  await forget(room)
  assert.equal((await rowsOf(room)).runs.length, keptAtMost)
})
