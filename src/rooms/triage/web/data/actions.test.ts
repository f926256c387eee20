// What a person does to triage, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, runNewestAction, toasts } from '#platform/web/ui/toasts.ts'
import * as actions from './actions.ts'

type Sent = { readonly asked: string; readonly body: unknown }
let sent: Sent[] = []
/** What the next requests are answered; 200 with an empty object where there is nothing. */
let answers: { readonly status?: number; readonly body: object }[] = []

globalThis.fetch = (path, options) => {
  const { method = 'GET', body } = options ?? {}
  sent.push({
    asked: `${method} ${typeof path === 'string' ? path : assert.fail()}`,
    body: typeof body === 'string' ? JSON.parse(body) : null,
  })
  const { status = 200, body: said } = answers.shift() ?? { body: {} }
  return Promise.resolve(Response.json(said, { status }))
}

beforeEach(() => {
  sent = []
  answers = []
  for (const { id } of toasts.get()) dismissToast(id)
})

const refused = { status: 409, body: { ok: false, error: 'conflict', reason: 'It is over.' } }
const titles = () => toasts.get().map(({ title }) => title)
/** Undo sends at once: its request is there when the key's action has run. */
const undone = () => {
  sent = []
  runNewestAction()
  return sent
}
const task = { id: 'T 1', title: 'Fuel' }

test('a correction is sent, told, and taken back by Undo', async () => {
  answers = [{ body: { override: { id: 7 } } }]
  const override = { task_id: 'T 1', dimension: 'impact', new_value: '5' } as const
  assert.equal(await actions.correct(override, 'Impact of “Fuel” becomes 5'), null)
  assert.deepEqual(sent, [{ asked: 'POST /api/triage/overrides', body: override }])
  assert.deepEqual(titles(), ['Impact of “Fuel” becomes 5 at the next run.'])
  assert.deepEqual(undone(), [{ asked: 'DELETE /api/triage/overrides/7', body: null }])
})

test('a refused correction is for its form to tell, and leaves no toast', async () => {
  answers = [refused]
  const problem = await actions.correct({ task_id: 'T', dimension: 'lane', new_value: 'now' }, 'x')
  assert.deepEqual([problem?.error, titles()], ['conflict', []])
})

test('Undo of a lock brings back the one before, or unlocks', async () => {
  const lock = { lane: 'now', reason: 'pays' } as const
  assert.equal(await actions.lockTask({ ...task, before: null }, lock), null)
  assert.deepEqual(sent, [{ asked: 'POST /api/triage/lock/T%201', body: lock }])
  assert.deepEqual(titles(), ['Locked “Fuel” in NOW.'])
  assert.deepEqual(undone(), [{ asked: 'POST /api/triage/unlock/T%201', body: null }])
  const before = { lane: 'later', reason: null } as const
  await actions.lockTask({ ...task, before }, lock)
  assert.deepEqual(undone(), [{ asked: 'POST /api/triage/lock/T%201', body: before }])
})

test('Undo of an unlock locks as it was', async () => {
  await actions.unlockTask({ ...task, lane: 'next', reason: 'due' })
  assert.deepEqual(titles(), ['Unlocked “Fuel”. The next run ranks it again.'])
  assert.deepEqual(undone(), [{ asked: 'POST /api/triage/lock/T%201', body: { lane: 'next', reason: 'due' } }])
})

test('a removed brief or memory comes back by Undo as it was', async () => {
  const at = '2026-11-20T08:00:00.000Z'
  const brief = { source: 'email', body: 'News', tags: ['audit'] } as const
  await actions.removeBrief({ id: 3, created_at: at, consumed_in_run_id: null, ...brief, tags: [...brief.tags] })
  assert.deepEqual(sent, [{ asked: 'DELETE /api/briefs/3', body: null }])
  assert.deepEqual(undone(), [{ asked: 'POST /api/briefs', body: brief }])
  sent = []
  await actions.removeMemory({ id: 4, body: 'Note', created_at: at, updated_at: at })
  assert.deepEqual(sent, [{ asked: 'DELETE /api/triage/memories/4', body: null }])
  assert.deepEqual(undone(), [{ asked: 'POST /api/triage/memories', body: { body: 'Note' } }])
})

test('a memory is made without an id and changed with one', async () => {
  assert.equal(await actions.saveMemory('Note'), null)
  assert.equal(await actions.saveMemory('Other', 4), null)
  assert.deepEqual(sent, [
    { asked: 'POST /api/triage/memories', body: { body: 'Note' } },
    { asked: 'PATCH /api/triage/memories/4', body: { body: 'Other' } },
  ])
})

test('a run is started and cancelled, and what is refused says so', async () => {
  answers = [{ status: 202, body: { run_id: 9 } }]
  await actions.startRun({ isDry: false })
  await actions.cancelRun(9)
  assert.deepEqual(
    sent.map(({ asked }) => asked),
    ['POST /api/triage/runs?dry_run=false', 'POST /api/triage/runs/9/cancel'],
  )
  assert.deepEqual(titles(), ['Run 9 is cancelled. Lanes, briefs and corrections are as they were.'])
  const acts: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => actions.startRun({ isDry: false }), 'Not run'],
    [() => actions.startRun({ isDry: true }), 'No preview'],
    [() => actions.cancelRun(9), 'Not cancelled'],
    [() => actions.takeBackCorrection(7), 'Not taken back'],
    [() => actions.unlockTask({ ...task, lane: 'now', reason: null }), 'Not unlocked'],
  ]
  for (const [act, what] of acts) {
    answers = [refused]
    await act()
    assert.equal(titles().at(-1), `${what}: it is over.`)
  }
})
