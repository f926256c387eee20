import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryFacts } from './delivery-facts.ts'

test('a delivery is told in words, as the gateway resolved it', () => {
  const resolution = {
    intended: { channel: 'telegram', to: '12345', source: 'explicit' },
    resolved: { ok: false, channel: 'slack', source: 'fallback', error: 'no token' },
    fallbackUsed: true,
    delivered: false,
  }
  assert.deepEqual(
    deliveryFacts(JSON.stringify(resolution, null, 2))?.map(({ name, value }) => `${name}: ${value}`),
    [
      'Intended: telegram to 12345, explicit',
      'Resolved: slack, fallback, failed, error no token',
      'Fallback used: yes',
      'Delivered: no',
    ],
  )
})

test('what is no JSON object is left to be read as it is', () => {
  for (const text of ['', 'not delivered', '[1]', '{}', '{"a":']) assert.equal(deliveryFacts(text), null, text)
})
