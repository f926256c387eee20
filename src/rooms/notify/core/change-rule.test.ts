import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifyChannels } from '#base/notify-names.ts'
import type { Rule } from '../contract.ts'
import { channelsIn, settingsFor, whenWords, withChannel } from './change-rule.ts'

const rule: Rule = {
  kind: 'failed',
  on: true,
  delay_s: 5,
  approval_delay_s: null,
  quiet: null,
  channels: ['push', 'slack'],
  show_text: false,
}

test('a change is told by its keys, and what is left out stays', () => {
  assert.deepEqual(settingsFor('failed', { delayS: 60 }), { set: { 'notify.failed.delayS': 60 }, unset: [] })
  assert.deepEqual(settingsFor('needs_you', { on: false, approvalDelayS: 9, quiet: null, channels: ['push'] }), {
    set: { 'notify.needs_you.on': false, 'notify.needs_you.channels': ['push'], 'notify.approvalDelayS': 9 },
    unset: ['notify.needs_you.quiet'],
  })
  assert.deepEqual(settingsFor('failed', { quiet: '22:00-07:00' }).set, { 'notify.failed.quiet': '22:00-07:00' })
})

test('channels as they are typed', () => {
  assert.deepEqual(channelsIn('slack, push'), { ok: true, value: ['push', 'slack'] })
  assert.deepEqual(channelsIn('all'), { ok: true, value: notifyChannels })
  assert.deepEqual(channelsIn('none'), { ok: true, value: [] })
  assert.equal(channelsIn('push,pigeon').ok, false)
})

test('one channel is put in, or taken out', () => {
  assert.deepEqual(withChannel(rule, 'browser'), ['browser', 'push', 'slack'])
  assert.deepEqual(withChannel(rule, 'push'), ['slack'])
})

test('when it calls', () => {
  assert.equal(whenWords(rule), 'after 5 s')
  assert.equal(whenWords({ ...rule, on: false }), 'off')
  assert.equal(whenWords({ ...rule, delay_s: 120, approval_delay_s: 0 }), 'after 2 min, approvals at once')
  assert.equal(
    whenWords({ ...rule, delay_s: 0, approval_delay_s: 0, quiet: '22:00-07:00' }),
    'at once, quiet 22:00-07:00',
  )
  assert.equal(whenWords({ ...rule, delay_s: 3600 }), 'after 1 h')
})
