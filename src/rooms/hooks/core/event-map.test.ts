import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookEvents } from '../contract.ts'
import { hookEventMap, machineEventOf } from './event-map.ts'

const expected = [
  ['start', 'start'],
  ['running', 'hook.to_running'],
  ['to_in_progress', 'hook.to_running'],
  ['tool_use', 'agent.tool_use'],
  ['prompt_ready', 'agent.prompt_ready'],
  ['to_review', 'hook.to_review'],
  ['awaiting_review', 'hook.to_review'],
  ['exit', 'process.exit'],
  ['completed', 'process.exit'],
  ['exit_error', 'process.exit_error'],
  ['failed', 'process.exit_error'],
  ['requeue', 'user.requeue'],
]

test('every event of the specification stands for its machine event, and no other event exists', () => {
  assert.deepEqual(Object.entries(hookEventMap), expected)
  assert.deepEqual(
    hookEvents,
    expected.map(([event]) => event),
  )
})

const names: [string, string | null][] = [
  ['tool_use', 'agent.tool_use'],
  ['agent.tool_use', 'agent.tool_use'],
  ['start', 'start'],
  ['user.cancel', 'user.cancel'],
  ['requeue', 'user.requeue'],
  ['cancel', null],
  ['constructor', null],
  ['', null],
]

test('a name is looked up among the events of the machine and of agents', () => {
  for (const [name, event] of names) assert.equal(machineEventOf(name), event, name)
})
