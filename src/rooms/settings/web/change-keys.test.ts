// What another room changes of the settings, and how it is taken back, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import type { SettingRow } from '../contract.ts'
import { changedElsewhere, changeKeys } from './change-keys.ts'

const { sent, answers } = scriptedService
const row: SettingRow = {
  key: 'notify.failed.on',
  section: 'notifications',
  doc: '',
  takes: '',
  input: { is: 'flag' },
  value: true,
  is_secret: false,
  is_set: false,
  source: 'default',
  variable: null,
  fallback: 'true',
  locked: null,
  is_guarded: false,
  at_start: false,
  needs_restart: false,
}
const url: SettingRow = { ...row, key: 'notify.slackUrl', is_secret: true, value: null }
const has = (revision: string, ...settings: readonly SettingRow[]) => ({ body: { revision, settings } })
const changed = (revision: string, ...keys: readonly string[]) => ({ body: { revision, changed: keys, cleared: [] } })
const said = () => toasts.get().map(({ title, text, undoId }) => [title, text, undoId !== null])
const bodies = () => sent.flatMap(({ body }) => (body === null ? [] : [body]))

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

test('it goes over what the service has now, is told, and Undo brings each key back as it was', async () => {
  const before = changedElsewhere.get()
  const channels: SettingRow = { ...row, key: 'notify.failed.channels', value: ['push'], source: 'file' }
  answers.push(has('k1', row, channels), changed('k2', row.key, channels.key), changed('k3'))
  const set = { [row.key]: false, [channels.key]: [] }
  assert.equal(await changeKeys({ title: 'Session failed: off', set }), null)
  assert.deepEqual(said(), [['Session failed: off', null, true]])
  await undo()
  assert.deepEqual(bodies(), [
    { revision: 'k1', set, unset: [] },
    { revision: 'k2', set: { [channels.key]: ['push'] }, unset: [row.key] },
  ])
  assert.equal(changedElsewhere.get() - before, 2, 'the keys below are read again')
})

test('two at once go one over the other', async () => {
  answers.push(has('l1', row), has('l1', row), changed('l2', row.key), changed('l3', 'notify.failed.quiet'))
  const both = [{ [row.key]: false }, { 'notify.failed.quiet': '22:00-07:30' }]
  await Promise.all(both.map((set) => changeKeys({ title: 'changed', set })))
  assert.deepEqual(
    bodies().map((body) => Object(body).revision),
    ['l1', 'l2'],
  )
})

test('a secret that was not there is taken back, one that was there is not known here', async () => {
  answers.push(has('m1', url), changed('m2', url.key))
  await changeKeys({ title: 'Slack is set up', set: { [url.key]: 'https://hooks.example/x' } })
  answers.push(has('m2', { ...url, is_set: true, source: 'file' }), changed('m3', url.key))
  await changeKeys({ title: 'Slack was removed', unset: [url.key] })
  assert.deepEqual(said(), [
    ['Slack is set up', null, true],
    ['Slack was removed', 'config-copies/ in the home has it as it was.', false],
  ])
})

test('what changes nothing says nothing, and a refusal is the caller’s to show', async () => {
  answers.push(has('n1', row), changed('n1'))
  assert.equal(await changeKeys({ title: 'x', set: { [row.key]: true } }), null)
  answers.push(has('n1', row), { status: 400, body: { error: 'invalid_request', reason: 'It is none.' } })
  assert.equal((await changeKeys({ title: 'x', set: { [row.key]: 7 } }))?.error, 'invalid_request')
  assert.deepEqual(said(), [])
})
