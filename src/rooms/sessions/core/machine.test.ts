import assert from 'node:assert/strict'
import { test } from 'node:test'
import { machineEvents, sessionStates, type MachineEvent, type SessionState } from '../contract.ts'
import { allowedEvents, eventTowards, nextState } from './machine.ts'

const no = null

/** The specification's table, written out again: each row a state, each column an event, all fifty pairs. */
const table: Record<SessionState, Record<MachineEvent, SessionState | null>> = {
  idle: {
    start: 'running',
    'hook.to_running': no,
    'hook.to_review': no,
    'agent.tool_use': no,
    'agent.prompt_ready': no,
    'process.exit': no,
    'process.exit_error': no,
    'user.cancel': no,
    'user.resume': no,
    'user.requeue': no,
  },
  running: {
    start: no,
    'hook.to_running': no,
    'hook.to_review': 'awaiting_review',
    'agent.tool_use': no,
    'agent.prompt_ready': 'awaiting_review',
    'process.exit': 'completed',
    'process.exit_error': 'failed',
    'user.cancel': 'failed',
    'user.resume': no,
    'user.requeue': no,
  },
  awaiting_review: {
    start: no,
    'hook.to_running': 'running',
    'hook.to_review': no,
    'agent.tool_use': 'running',
    'agent.prompt_ready': no,
    'process.exit': 'completed',
    'process.exit_error': 'failed',
    'user.cancel': 'failed',
    'user.resume': 'running',
    'user.requeue': no,
  },
  completed: {
    start: 'running',
    'hook.to_running': no,
    'hook.to_review': no,
    'agent.tool_use': no,
    'agent.prompt_ready': no,
    'process.exit': no,
    'process.exit_error': no,
    'user.cancel': no,
    'user.resume': no,
    'user.requeue': 'idle',
  },
  failed: {
    start: 'running',
    'hook.to_running': no,
    'hook.to_review': no,
    'agent.tool_use': no,
    'agent.prompt_ready': no,
    'process.exit': no,
    'process.exit_error': no,
    'user.cancel': no,
    'user.resume': no,
    'user.requeue': 'idle',
  },
}

test('every state accepts exactly the events of the table', () => {
  for (const state of sessionStates) {
    for (const event of machineEvents) assert.equal(nextState(state, event), table[state][event], `${state} + ${event}`)
    const accepted = machineEvents.filter((event) => table[state][event] !== null)
    assert.deepEqual(allowedEvents(state).toSorted(), accepted.toSorted())
  }
})

/** Wanted state, present state, the event it is mapped to. */
const towards: readonly (readonly [SessionState, SessionState, MachineEvent])[] = [
  ['running', 'idle', 'start'],
  ['running', 'completed', 'start'],
  ['running', 'failed', 'start'],
  ['running', 'awaiting_review', 'user.resume'],
  ['awaiting_review', 'idle', 'hook.to_review'],
  ['awaiting_review', 'running', 'hook.to_review'],
  ['awaiting_review', 'completed', 'hook.to_review'],
  ['awaiting_review', 'failed', 'hook.to_review'],
  ['completed', 'idle', 'process.exit'],
  ['completed', 'running', 'process.exit'],
  ['completed', 'awaiting_review', 'process.exit'],
  ['completed', 'failed', 'process.exit'],
  ['failed', 'idle', 'user.cancel'],
  ['failed', 'running', 'user.cancel'],
  ['failed', 'awaiting_review', 'user.cancel'],
  ['failed', 'completed', 'user.cancel'],
  ['idle', 'running', 'user.requeue'],
  ['idle', 'awaiting_review', 'user.requeue'],
  ['idle', 'completed', 'user.requeue'],
  ['idle', 'failed', 'user.requeue'],
]

test('a wanted state is asked for by the event that leads there', () => {
  for (const [wanted, present, event] of towards) {
    assert.equal(eventTowards(wanted, present), event, `${wanted} from ${present}`)
  }
})
