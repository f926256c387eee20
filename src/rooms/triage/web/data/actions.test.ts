// What a person does to triage, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import * as actions from './actions.ts'

const { sent, answers } = scriptedService

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

const titles = () => toasts.get().map(({ title }) => title)
/** What the key sends. */
const undone = async () => {
  scriptedService.clear()
  await undo()
  return [...sent]
}
const task = { id: 'T 1', title: 'Fuel' }

test('a correction is sent, told, and taken back by Undo', async () => {
  answers.push({ body: { override: { id: 7 } } })
  const override = { task_id: 'T 1', dimension: 'impact', new_value: '5' } as const
  assert.equal(await actions.correct(override, 'Impact of “Fuel” becomes 5'), null)
  assert.deepEqual(sent, [{ asked: 'POST /api/triage/overrides', body: override }])
  assert.deepEqual(titles(), ['Impact of “Fuel” becomes 5 at the next run.'])
  assert.deepEqual(await undone(), [{ asked: 'DELETE /api/triage/overrides/7', body: null }])
})

test('a refused correction is for its form to tell, and leaves no toast', async () => {
  answers.push(refused)
  const problem = await actions.correct({ task_id: 'T', dimension: 'lane', new_value: 'now' }, 'x')
  assert.deepEqual([problem?.error, titles()], ['conflict', []])
})

test('Undo of a lock brings back the one before, or unlocks', async () => {
  const lock = { lane: 'now', reason: 'pays' } as const
  assert.equal(await actions.lockTask({ ...task, before: null }, lock), null)
  assert.deepEqual(sent, [{ asked: 'POST /api/triage/lock/T%201', body: lock }])
  assert.deepEqual(titles(), ['Locked “Fuel” in NOW.'])
  assert.deepEqual(await undone(), [{ asked: 'POST /api/triage/unlock/T%201', body: null }])
  const before = { lane: 'later', reason: null } as const
  await actions.lockTask({ ...task, before }, lock)
  assert.deepEqual(await undone(), [{ asked: 'POST /api/triage/lock/T%201', body: before }])
})

test('Undo of an unlock locks as it was', async () => {
  await actions.unlockTask({ ...task, lane: 'next', reason: 'due' })
  assert.deepEqual(titles(), ['Unlocked “Fuel”. The next run ranks it again.'])
  assert.deepEqual(await undone(), [{ asked: 'POST /api/triage/lock/T%201', body: { lane: 'next', reason: 'due' } }])
})

test('a removed brief or memory comes back by Undo as it was', async () => {
  const at = '2026-11-20T08:00:00.000Z'
  const brief = { source: 'email', body: 'News', tags: ['audit'] } as const
  await actions.removeBrief({ id: 3, created_at: at, consumed_in_run_id: null, ...brief, tags: [...brief.tags] })
  assert.deepEqual(sent, [{ asked: 'DELETE /api/briefs/3', body: null }])
  assert.deepEqual(await undone(), [{ asked: 'POST /api/briefs', body: brief }])
  scriptedService.clear()
  await actions.removeMemory({ id: 4, body: 'Note', created_at: at, updated_at: at })
  assert.deepEqual(sent, [{ asked: 'DELETE /api/triage/memories/4', body: null }])
  assert.deepEqual(await undone(), [{ asked: 'POST /api/triage/memories', body: { body: 'Note' } }])
})

test('a memory is made without an id and changed with one', async () => {
  assert.equal(await actions.saveMemory('Note'), null)
  assert.equal(await actions.saveMemory('Other', 4), null)
  assert.deepEqual(sent, [
    { asked: 'POST /api/triage/memories', body: { body: 'Note' } },
    { asked: 'PATCH /api/triage/memories/4', body: { body: 'Other' } },
  ])
})

test('a plan is applied and shown as its run, and what changed since is for the panel to tell', async () => {
  answers.push({ body: { run: { id: 6, status: 'success', run_summary: null, dry_run: false } } })
  assert.equal(await actions.applyPlan(5), null)
  assert.equal(sent[0]?.asked, 'POST /api/triage/runs/5/apply')
  assert.deepEqual(titles(), ['The plan is applied as run 6: done.'])
  answers.length = 0
  answers.push(refused)
  assert.equal((await actions.applyPlan(5))?.error, 'conflict')
  assert.equal(titles().length, 1)
})

test('a run is started and cancelled, and what is refused says so', async () => {
  answers.push({ status: 202, body: { run_id: 9 } })
  await actions.sendRun({ isDry: false })
  await actions.cancelRun(9)
  assert.deepEqual(
    sent.map(({ asked }) => asked),
    ['POST /api/triage/runs?dry_run=false', 'POST /api/triage/runs/9/cancel'],
  )
  assert.deepEqual(titles(), ['Run 9 is cancelled. Lanes, briefs and corrections are as they were.'])
  const acts: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => actions.sendRun({ isDry: false }), 'Not run'],
    [() => actions.sendRun({ isDry: true }), 'No preview'],
    [() => actions.cancelRun(9), 'Not cancelled'],
    [() => actions.takeBackCorrection(7), 'Not taken back'],
    [() => actions.unlockTask({ ...task, lane: 'now', reason: null }), 'Not unlocked'],
  ]
  for (const [act, what] of acts) {
    answers.push(refused)
    await act()
    assert.equal(titles().at(-1), `${what}: it is over.`)
  }
})
