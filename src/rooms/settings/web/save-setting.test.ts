// What saving a setting says and takes back, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import type { SettingRow } from '../contract.ts'
import { checkSetting, saveSetting, type NewValue } from './save-setting.ts'

const { sent, answers } = scriptedService
const row: SettingRow = {
  key: 'triage.maxTasks',
  section: 'triage',
  doc: '',
  takes: '',
  input: { is: 'number', min: 1, max: 9 },
  value: 5,
  is_secret: false,
  is_set: true,
  source: 'file',
  variable: null,
  fallback: '9',
  locked: null,
  is_guarded: false,
  at_start: false,
  needs_restart: false,
}
const answered = (more: object = {}) => ({
  body: { revision: 'r2', changed: [row.key], cleared: [], settings: [row], ...more },
})
const said = () => toasts.get().map(({ title, text, undoId }) => [title, text, undoId !== null])

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

let reloads = 0
const save = (next: NewValue, change: Partial<SettingRow> = {}, revision = 'r1') =>
  saveSetting({
    row: { ...row, ...change },
    revision,
    next,
    token: undefined,
    onSaved: () => (reloads += 1),
  })

test('a change is said, and Undo brings the value of the file back over the revision that it made', async () => {
  answers.push(answered(), answered())
  assert.equal(await save({ value: 7 }), null)
  assert.deepEqual(said(), [['triage.maxTasks changed', null, true]])
  await undo()
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { revision: 'r1', set: { 'triage.maxTasks': 7 } },
      { revision: 'r2', set: { 'triage.maxTasks': 5 } },
    ],
  )
  assert.equal(reloads, 2)
})

test('what was a default becomes one again', async () => {
  answers.push(answered(), answered())
  await save({ value: 7 }, { source: 'default' })
  await undo()
  assert.deepEqual(sent[1]?.body, { revision: 'r2', unset: ['triage.maxTasks'] })
})

test('a second press before the first is answered goes over what that one leaves', async () => {
  const other = { key: 'triage.schedule', value: 'daily' }
  answers.push(answered({ revision: 'a1' }), answered({ revision: 'a2', changed: [other.key] }))
  assert.deepEqual(await Promise.all([save({ value: 7 }, {}, 'a0'), save({ value: 'hourly' }, other, 'a0')]), [
    null,
    null,
  ])
  assert.deepEqual(
    sent.map(({ body }) => Object(body).revision),
    ['a0', 'a1'],
  )
})

test('one change after the other is taken back, the newest first, each over what the one before left', async () => {
  const other = { key: 'triage.schedule', value: 'daily' }
  answers.push(answered({ revision: 'b1' }), answered({ revision: 'b2', changed: [other.key] }))
  await save({ value: 7 })
  await save({ value: 'hourly' }, other)
  answers.push(answered({ revision: 'b3', changed: [other.key] }), answered({ revision: 'b4' }))
  await undo()
  await undo()
  assert.deepEqual(
    sent.slice(2).map(({ body }) => body),
    [
      { revision: 'b2', set: { 'triage.schedule': 'daily' } },
      { revision: 'b3', set: { 'triage.maxTasks': 5 } },
    ],
  )
})

test('a change whose key was changed again is not taken back over the newer one', async () => {
  answers.push(answered({ revision: 'c1' }), answered({ revision: 'c2' }))
  await save({ value: 7 })
  await save({ value: 8 })
  const first = toasts.get().at(0)?.undoId
  await undo(first ?? undefined)
  assert.equal(sent.length, 2)
  assert.equal(toasts.get().at(-1)?.title, 'Not undone: triage.maxTasks was changed again since.')
})

test('a secret has no way back, nor has what took one along; what waits for a restart says so', async () => {
  answers.push(answered())
  await save({ value: 'x' }, { is_secret: true })
  answers.push(answered({ cleared: ['gateway.token'] }))
  await save({ value: 'ws://x' })
  answers.push(answered({ settings: [{ ...row, needs_restart: true }] }))
  await save(null)
  assert.deepEqual(said(), [
    ['triage.maxTasks changed', null, false],
    ['triage.maxTasks changed', 'gateway.token went with the old address: enter it anew.', false],
    ['triage.maxTasks changed', 'In force after a restart.', true],
  ])
})

test('what changes nothing says nothing, and a refusal is the caller’s to show', async () => {
  answers.push(answered({ changed: [] }))
  assert.equal(await save({ value: 5 }), null)
  answers.push({ status: 409, body: { error: 'changed_elsewhere', reason: 'The file is another.' } })
  assert.equal((await save({ value: 7 }))?.error, 'changed_elsewhere')
  assert.deepEqual(said(), [])
})

test('what is typed is tried without writing: what is wrong with its own key is told first', async () => {
  const refusal = (details: object[], error = 'invalid_request') => ({
    status: 400,
    body: { error, reason: 'The settings do not fit.', details },
  })
  const rows = [
    [answered(), null],
    [refusal([{ field: 'triage.maxTasks', reason: 'must be less' }]), 'must be less'],
    [refusal([{ field: 'triage', reason: 'must be an object' }]), 'must be an object'],
    [refusal([{ field: 'triag', reason: 'is unknown' }]), 'The settings do not fit.'],
    [refusal([], 'access_token_needed'), null],
  ] as const
  for (const [answer, reason] of rows) {
    answers.push(answer)
    assert.equal(await checkSetting(row, 'r1', { value: 7 }), reason)
  }
  assert.equal(
    sent.every(({ asked }) => asked.endsWith('?dry_run=true')),
    true,
  )
})
