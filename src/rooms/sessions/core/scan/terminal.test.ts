import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DismissedName } from '../../contract/stored.ts'
import { withChange, type SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { isDismissed, isTerminalOf, knowsSameTerminal, seenAlive, terminalOf } from './terminal.ts'

const blank = sampleRecord()
const terminal = { id: '$1', createdMs: 1000 }
const known: SessionRecord = withChange(blank, seenAlive(terminal))

test('a terminal that was seen lives on the card, and counts as gone only after that', () => {
  assert.equal(blank.seenAlive, false)
  assert.equal(known.seenAlive, true)
  assert.equal(known.session.tmux_alive, true)
  assert.deepEqual(terminalOf(known), { ...terminal, name: 'agent-1' })
})

test('a terminal that was never looked at, or not for its age, is not known', () => {
  assert.equal(terminalOf(blank), null)
  assert.equal(terminalOf({ ...known, tmuxCreatedMs: null }), null)
  assert.equal(terminalOf({ ...known, tmuxId: null }), null)
})

const another: readonly (readonly [what: string, seen: typeof terminal, isIts: boolean])[] = [
  ['the same one', terminal, true],
  ['one with another id', { ...terminal, id: '$2' }, false],
  ['one that counts anew from the same id', { ...terminal, createdMs: 2000 }, false],
]

const name: DismissedName = {
  tmux_session: 'agent-1',
  gone_since_ms: null,
  tmux_id: '$1',
  tmux_created_ms: 1000,
  run_id: null,
}

for (const [what, seen, isIts] of another) {
  test(`${what} is ${isIts ? '' : 'not '}taken for the terminal of a session or of a dismissed one`, () => {
    assert.equal(isTerminalOf(known, seen), isIts)
    assert.equal(isDismissed(name, seen), isIts)
  })
}

test('where nobody asked for its age, the id alone tells a terminal', () => {
  const young = { ...terminal, createdMs: 2000 }
  assert.equal(isTerminalOf({ ...known, tmuxCreatedMs: null }, young), true)
  assert.equal(isDismissed({ ...name, tmux_created_ms: null }, young), true)
  assert.equal(isTerminalOf(blank, terminal), false)
})

test('a new terminal under a dismissed name comes back to the board only if the old one was seen to be gone', () => {
  const unknown = { ...name, tmux_id: null, tmux_created_ms: null }
  assert.equal(isDismissed(unknown, terminal), true)
  assert.equal(isDismissed({ ...unknown, gone_since_ms: 5 }, terminal), false)
})

const between: readonly (readonly [string, SessionRecord])[] = [
  ['started again', { ...known, runId: 'r2' }],
  ['seen in another terminal', { ...known, tmuxId: '$2' }],
  ['seen in a younger terminal', { ...known, tmuxCreatedMs: 2000 }],
  ['about to start', { ...known, spawning: true }],
  ['missed', withChange(known, { session: { tmux_alive: false } })],
]

for (const [what, other] of between) {
  test(`a look that began before a session was ${what} is not believed`, () => {
    assert.equal(knowsSameTerminal(known, other), false)
    assert.equal(knowsSameTerminal(known, { ...known, requeued: true }), true)
  })
}
