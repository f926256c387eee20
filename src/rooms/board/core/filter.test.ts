import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesFilter, parseFilter } from './filter.ts'

const card = {
  id: '01JD4Q8M',
  label: 'Fix double capture',
  prompt: 'Orders are captured twice when the challenge is retried.',
  tmux_session: 'agent-claude-3ds-capture',
  agent_type: 'code-agent',
  task_id: 'STO-231',
  state: 'awaiting_review' as const,
  last_message: 'asks to run git push',
  working_dir: '/home/ada/src/storefront',
}

test('every word has to be somewhere on the card, in any case and order', () => {
  const rows: [string, boolean][] = [
    ['', true],
    ['   ', true],
    ['DOUBLE', true],
    ['capture fix', true],
    ['claude twice', true],
    ['awaiting review', true],
    ['awaiting_review', true],
    ['sto-231 storefront', true],
    ['git push', true],
    ['01jd4', true],
    ['double missing', false],
  ]
  for (const [text, expected] of rows) assert.equal(matchesFilter(card, parseFilter(text)), expected, text)
})

test('what a card lacks does not match as a word', () => {
  const bare = { ...card, task_id: null, last_message: null, working_dir: null }
  assert.equal(matchesFilter(bare, parseFilter('null')), false)
})
