// The recipient in what a device signed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipientIn, recipientText } from './recipient-text.ts'

const recipient = `age1${'q'.repeat(58)}`

test('a recipient is read from what the device signed of it, and from its claim', () => {
  assert.equal(recipientIn(recipientText('hub', 'device', recipient)), recipient)
  assert.equal(recipientIn(`orrery.pair.v1\nhttps://hub\nCODE\n{"age_recipient":"${recipient}"}`), recipient)
})

test('no other text has one', () => {
  const texts = [
    '',
    recipient,
    `orrery.welcome.v1\nhub\ndevice\n${recipient}`,
    recipientText('hub', 'device', 'age1short'),
    `${recipientText('hub', 'device', recipient)}\n`,
    'orrery.pair.v1\nhttps://hub\nCODE\n{"age_recipient":7}',
    'orrery.pair.v1\nhttps://hub\nCODE\nno json',
  ]
  for (const text of texts) assert.equal(recipientIn(text), null, text)
})
