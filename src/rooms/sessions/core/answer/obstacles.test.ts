import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { Session, SessionState } from '../../contract.ts'
import type { SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { obstacleOfRecord, obstacleOfTerminal, type TerminalLook } from './obstacles.ts'

const since = '2026-11-20T10:00:00.000Z'

function record(fields: Partial<Session> = {}, own: Partial<SessionRecord> = {}): SessionRecord {
  const { prompt_cut: _cut, ...session } = sampleSession({ state: 'awaiting_review', interactive: true, ...fields })
  const blank = sampleRecord({ at: since, agentType: 'code-agent', interactive: true })
  return { ...blank, runId: 'r1', ...own, session: { ...session, state_since: since } }
}

const states: readonly (readonly [SessionState, string | null])[] = [
  ['idle', 'not_started'],
  ['running', null],
  ['awaiting_review', null],
  ['completed', 'session_ended'],
  ['failed', 'session_ended'],
]
for (const [state, error] of states) {
  test(`a session that is ${state} ${error === null ? 'is told things' : `is not told anything: ${error}`}`, () => {
    assert.equal(obstacleOfRecord(record({ state }), null)?.error ?? null, error)
  })
}

const waits: readonly (readonly [what: string, SessionState, string, string | null])[] = [
  ['the wait that is answered', 'awaiting_review', since, null],
  ['a later wait', 'awaiting_review', '2026-11-20T09:59:00.000Z', 'not_waiting'],
  ['no wait any more', 'running', since, 'not_waiting'],
  ['its end', 'completed', since, 'session_ended'],
]
for (const [what, state, answered, error] of waits) {
  test(`an answer to one wait meets ${what}`, () => {
    assert.equal(obstacleOfRecord(record({ state }), answered)?.error ?? null, error)
  })
}

const programs: readonly (readonly [what: string, Partial<Session>, string | null])[] = [
  ['a print run', { interactive: false }, 'takes_no_text'],
  ['a print run of the gateway', { interactive: false, agent_type: 'gateway-agent' }, 'takes_no_text'],
  ['a shell command', { interactive: false, agent_type: 'shell' }, null],
  ['a type of config.json', { interactive: false, agent_type: 'aider' }, null],
  ['a client that a person started', { interactive: false, origin: 'discovered' }, null],
  ['a session without a terminal', { tmux_alive: false }, 'no_terminal'],
  ['one that no look has seen yet', { tmux_alive: null }, null],
]
for (const [what, fields, error] of programs) {
  test(`${what}: ${error ?? 'takes text'}`, () => {
    assert.equal(obstacleOfRecord(record(fields), null)?.error ?? null, error)
  })
}

const pane = { tty: '/dev/pts/1', command: 'vim', isFirst: true }
const look: TerminalLook = { pane, client: null, screen: '$' }
const own = { tty: '/dev/pts/1', isForeground: true }
const claude = { session: 'c', pid: 7, screen: 'code-agent' }
const prompt = `${'─'.repeat(60)}\n❯ \n${'─'.repeat(60)}`

const looks: readonly (readonly [what: string, Partial<SessionRecord>, Partial<TerminalLook>, string | null])[] = [
  ['a program without a client', {}, {}, null],
  ['another pane than the launched one', {}, { pane: { ...pane, isFirst: false } }, 'not_in_front'],
  ['any pane of a session that we did not launch', { runId: null }, { pane: { ...pane, isFirst: false } }, null],
  ['its client at its prompt', { client: claude }, { client: own, screen: prompt }, null],
  [
    'its client in a later pane',
    { client: claude },
    { client: own, screen: prompt, pane: { ...pane, isFirst: false } },
    null,
  ],
  ['a client that has ended', { client: claude }, { client: 'gone', screen: prompt }, 'not_in_front'],
  ['a client that is suspended', { client: claude }, { client: { ...own, isForeground: false } }, 'not_in_front'],
  ['a client in another pane', { client: claude }, { client: { ...own, tty: '/dev/pts/2' } }, 'not_in_front'],
  ['a dialog of its client', { client: claude }, { client: own, screen: '❯ 1. Yes\n  2. No' }, 'dialog_open'],
  ['a choice of an unknown client', {}, { screen: '› 1. Yes\n  2. No' }, 'dialog_open'],
]
for (const [what, known, seen, error] of looks) {
  test(`a text meets ${what}: ${error ?? 'typed'}`, () => {
    const obstacle = obstacleOfTerminal(record({}, known), { ...look, ...seen })
    assert.equal(obstacle?.error ?? null, error)
    if (obstacle !== null) assert.match(obstacle.hint ?? '', /orrery attach agent-/)
  })
}

test('who is in front is named, and a dialog is shown', () => {
  const suspended = obstacleOfTerminal(record({}, { client: claude }), {
    ...look,
    client: { ...own, isForeground: false },
  })
  assert.match(suspended?.reason ?? '', /^vim is in front/)
  const open = obstacleOfTerminal(record(), { ...look, screen: 'Go on?\n❯ 1. Yes\n  2. No' })
  assert.deepEqual(open?.extra, { screen: 'Go on?\n❯ 1. Yes\n  2. No' })
})
