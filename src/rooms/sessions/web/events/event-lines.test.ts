import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../../contract.ts'
import { eventLinesOf } from './event-lines.ts'

let seq = 100
const event = (fields: Partial<SessionEvent>): SessionEvent => ({
  seq: (seq -= 1),
  session_id: 's1',
  at: '2026-11-20T10:00:00.000Z',
  kind: 'event',
  event: 'start',
  from: 'idle',
  to: 'running',
  accepted: true,
  source: 'launch',
  metadata: null,
  run_id: null,
  ...fields,
})

test('a line names the event, through whom it came and what it said', () => {
  const lines = eventLinesOf([
    event({ event: 'hook.to_review', from: 'running', to: 'awaiting_review', source: 'hook', metadata: 'git push' }),
    event({}),
    event({ kind: 'changed', event: null, to: null, source: 'scanner', metadata: 'its terminal is gone' }),
    event({ kind: 'created', event: null, from: null, to: 'idle', source: 'launch' }),
  ])
  assert.deepEqual(
    lines.map(({ state, text, said }) => [state, text, said]),
    [
      ['awaiting_review', 'sent to review from its hook', 'git push'],
      ['running', 'started at launch', null],
      ['idle', 'its terminal is gone, seen in tmux', null],
      ['idle', 'created at launch', null],
    ],
  )
})

test('what another client said, and the end of a turn, read as what they are', () => {
  const refused = { event: 'process.exit', from: 'running', to: 'running', accepted: false } as const
  const lines = eventLinesOf([
    event({ ...refused, source: 'other_client' }),
    event({ ...refused, source: 'hook', metadata: 'All is well.' }),
  ])
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['ended from another client in its terminal, which moves nothing', 'its turn ended, its command goes on'],
  )
})

const tool = (accepted: boolean) =>
  event({
    event: 'agent.tool_use',
    from: accepted ? 'awaiting_review' : 'running',
    to: 'running',
    accepted,
    source: 'hook',
  })

test('refused events in a row are one line with a count; an accepted one ends the row', () => {
  const lines = eventLinesOf([tool(false), tool(false), tool(false), tool(true), tool(false)])
  assert.deepEqual(
    lines.map(({ text, count, isRefused }) => [text, count, isRefused]),
    [
      ['used tools 3 times', 3, true],
      ['used a tool from its hook', 1, false],
      ['used a tool', 1, true],
    ],
  )
})

test('of many tool uses the last is told; other refused events say through whom they came', () => {
  const lines = eventLinesOf([
    event({ ...tool(false), metadata: 'Bash: npm test' }),
    event({ ...tool(false), metadata: 'Read: package.json' }),
    event({ event: 'user.resume', from: 'running', to: 'running', accepted: false, source: 'user' }),
    event({ event: 'user.resume', from: 'running', to: 'running', accepted: false, source: 'user' }),
  ])
  assert.deepEqual(
    lines.map(({ text, said }) => [text, said]),
    [
      ['used tools 2 times, last', 'Bash: npm test'],
      ['resumed by a person, no change: already running, 2 times', null],
    ],
  )
})
