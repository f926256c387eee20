import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentType } from '../../contract.ts'
import {
  findProblems,
  freeName,
  problemsByField,
  refusalOf,
  taskMeant,
  takeTasks,
  toRequest,
  type LaunchFields,
} from './launch-fields.ts'
import { whatWillRun } from './what-will-run.ts'

const empty: LaunchFields = {
  agentType: 'code-agent',
  prompt: '',
  isInteractive: false,
  label: '',
  taskId: '',
  dependsOn: [],
  workingDir: '',
  sessionName: '',
  on: '',
}
const fields = (given: Partial<LaunchFields>): LaunchFields => ({ ...empty, ...given })

const claude: AgentType = {
  agent_type: 'code-agent',
  label: 'Claude Code',
  interactive: true,
  command: ['claude', '-p', '{prompt}'],
  interactive_command: ['claude'],
  installed: true,
  harness: null,
  cannot: [],
  version: null,
  tried: null,
}

test('a prompt is needed unless the agent is interactive, and a name has to suit tmux', () => {
  assert.deepEqual(Object.keys(findProblems(empty)), ['prompt'])
  assert.deepEqual(Object.keys(findProblems(fields({ isInteractive: true }))), [])
  assert.deepEqual(Object.keys(findProblems(fields({ prompt: 'x', sessionName: 'a b' }))), ['session_name'])
  assert.deepEqual(Object.keys(findProblems(fields({ prompt: 'x', sessionName: 'a'.repeat(65) }))), ['session_name'])
  assert.deepEqual(Object.keys(findProblems(fields({ prompt: 'x', sessionName: 'agent_1-b' }))), [])
})

test('the request holds what was filled in and nothing else', () => {
  assert.deepEqual(toRequest(fields({ prompt: ' do it ' })), { agent_type: 'code-agent', prompt: ' do it ' })
  assert.deepEqual(
    toRequest({
      agentType: 'shell',
      prompt: 'make',
      isInteractive: true,
      label: ' Build ',
      taskId: 'T-1',
      dependsOn: ['T-0'],
      workingDir: ' ~/src ',
      sessionName: 'build',
      on: '',
    }),
    {
      agent_type: 'shell',
      label: 'Build',
      task_id: 'T-1',
      working_dir: '~/src',
      session_name: 'build',
      prompt: 'make',
      interactive: true,
      depends_on: ['T-0'],
    },
  )
})

test('errors stand at their field, the first of each', () => {
  const details = [
    { field: 'depends_on.0', reason: 'first' },
    { field: 'depends_on.1', reason: 'second' },
    { field: 'working_dir', reason: 'no such directory' },
  ]
  assert.deepEqual(problemsByField(details), { depends_on: 'first', working_dir: 'no such directory' })
})

test('a taken name leads to the next free one', () => {
  assert.equal(freeName('agent-a', new Set(['agent-a'])), 'agent-a-2')
  assert.equal(freeName('agent-a-2', new Set(['agent-a-2', 'agent-a-3'])), 'agent-a-4')
  assert.equal(freeName('x'.repeat(64), new Set()), `${'x'.repeat(62)}-2`)
})

test('task ids are taken apart and kept once, and what is no task is left in the field', () => {
  const isTask = (id: string) => ['A', 'B', 'C'].includes(id)
  assert.deepEqual(takeTasks(['A'], 'B, C  A', isTask), { taken: ['A', 'B', 'C'], left: '' })
  assert.deepEqual(takeTasks([], ' , ', isTask), { taken: [], left: '' })
  assert.deepEqual(takeTasks(['A'], 'B, wallet button', isTask), { taken: ['A', 'B'], left: 'wallet button' })
})

test('a task is meant by its id or its whole title, and by nothing that several have', () => {
  const tasks = [
    { id: 'STO-1', title: 'Wallet button' },
    { id: 'STO-2', title: 'Notes' },
    { id: 'STO-3', title: 'notes' },
  ]
  const known = { taskOf: (id: string) => tasks.find((task) => task.id === id) ?? null, findTasks: () => tasks }
  const meant = (typed: string) => taskMeant(typed, known)
  assert.deepEqual(['STO-1', ' sto-2 ', 'wallet button', 'Notes', 'wallet', ''].map(meant), [
    'STO-1',
    'STO-2',
    'STO-1',
    null,
    null,
    null,
  ])
})

test('what will run is the line a person would type', () => {
  assert.equal(
    whatWillRun(claude, fields({ prompt: "it's done", sessionName: 'agent-x', workingDir: '/srv/a b' }), null),
    String.raw`tmux new-session -d -s agent-x -c '/srv/a b' claude -p 'it'\''s done'`,
  )
  assert.equal(
    whatWillRun(claude, fields({ isInteractive: true }), 'mine'),
    'tmux -L mine new-session -d -s <new name> claude',
  )
  const long = whatWillRun(claude, fields({ prompt: 'a'.repeat(500), sessionName: 'n' }), null)
  assert.equal(long, `tmux new-session -d -s n claude -p '${'a'.repeat(120)}…'`)
})

test('what the page finds wrong reads like an answer of the service, and comes back by its fields', () => {
  assert.equal(refusalOf({}), null)
  const problems = findProblems(fields({ sessionName: 'a b' }))
  const refusal = refusalOf(problems) ?? assert.fail('nothing is wrong')
  assert.equal(refusal.reason, 'The agent was not launched.')
  assert.deepEqual(problemsByField(refusal.details), problems)
})
