import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushPayload, slackBody, telegramBody, webhookBody, type Sendable } from './formats.ts'

const sent: Sendable = {
  id: 'd1',
  event: 'told',
  at: '2026-11-20T10:00:00.000Z',
  message: {
    tag: 'session:s1',
    kind: 'failed',
    title: 'A <b> & c failed',
    text: 'why',
    link: '/board?session=s1',
    ask: null,
  },
}
const base = 'https://board.example'

test('Slack reads nothing in a title as a link or a mention', () => {
  const text = '*A &lt;b&gt; &amp; c failed*\nwhy\n<https://board.example/board?session=s1|Open>'
  assert.deepEqual(slackBody(sent, base), { text })
})

test('Telegram gets plain text and no preview', () => {
  const text = 'A <b> & c failed\nwhy\nhttps://board.example/board?session=s1'
  assert.deepEqual(telegramBody(sent, base, '42'), { chat_id: '42', text, link_preview_options: { is_disabled: true } })
})

test('a webhook gets the parts', () => {
  assert.deepEqual(webhookBody(sent, base), {
    id: 'd1',
    event: 'told',
    at: sent.at,
    tag: 'session:s1',
    kind: 'failed',
    title: 'A <b> & c failed',
    text: 'why',
    url: 'https://board.example/board?session=s1',
  })
})

test('a push calls, or only replaces', () => {
  assert.deepEqual(pushPayload(sent), { v: 1, event: 'told', is_silent: false, ...sent.message })
  assert.equal(pushPayload({ ...sent, event: 'over' }).is_silent, true)
})
