import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argumentLimitBytes, planCommand } from './planned-command.ts'

const promptPath = '/home/a/runs/x/prompt'

function plan(template: readonly string[], prompt: string, isInteractive = false) {
  const values = { prompt, session_name: '-agent', working_dir: '/tmp', task_id: '-7', label: 'a label' }
  const planned = planCommand({ template, isInteractive, values, promptPath })
  return planned.ok ? planned.value : planned.error
}

const claude = ['claude', '-p', '{prompt}']
const openclaw = ['openclaw', 'agent', '--session-key', '{session_name}', '--message', '{prompt}']
const shell = ['sh', '-c', '{prompt}']

const short: readonly (readonly [template: string[], prompt: string, argv: string[]])[] = [
  [claude, 'fix it', ['claude', '-p', 'fix it']],
  [claude, '- fix it\n- and that', ['claude', '-p', '--', '- fix it\n- and that']],
  [
    ['/opt/claude', '--print', '{prompt}', '--model', 'x'],
    '-x',
    ['/opt/claude', '--print', '--model', 'x', '--', '-x'],
  ],
  [['claude', '-p', '--', '{prompt}'], '-x', ['claude', '-p', '--', '-x']],
  [['claude', '-p', '--append-system-prompt', '{prompt}'], '-x', ['claude', '-p', '--append-system-prompt', '-x']],
  [['claude', '-p', 'Do: {prompt}'], '-x', ['claude', '-p', 'Do: -x']],
  [shell, 'echo hi', ['sh', '-c', 'echo hi']],
  [shell, '-l', ['sh', '-c', '--', '-l']],
  [['bash', '-lc', '{prompt}', 'name'], '-l', ['bash', '-lc', '--', '-l', 'name']],
  [['sh', 'run.sh', '{prompt}'], '-l', ['sh', 'run.sh', '-l']],
  [openclaw, 'hi', ['openclaw', 'agent', '--session-key=-agent', '--message', 'hi']],
  [openclaw, '--dev', ['openclaw', 'agent', '--session-key=-agent', '--message=--dev']],
  [['aider', 'run', '{task_id}', '{prompt}'], '-x', ['aider', 'run', '-7', '-x']],
  [
    ['codex', 'exec', '--skip-git-repo-check', '{prompt}'],
    '-x',
    ['codex', 'exec', '--skip-git-repo-check', '--', '-x'],
  ],
  [['gemini', '--prompt', '{prompt}'], '-x', ['gemini', '--prompt=-x']],
]

for (const [template, prompt, argv] of short) {
  test(`${template.join(' ')} with ${JSON.stringify(prompt)} runs ${argv.join(' ')}`, () => {
    assert.deepEqual(plan(template, prompt), { argv, promptFile: 'none' })
  })
}

const interactive: readonly (readonly [template: string[], prompt: string, argv: string[]])[] = [
  [['claude'], '', ['claude']],
  [['claude'], 'hello', ['claude', 'hello']],
  [['claude'], '-x', ['claude', '--', '-x']],
  [['gemini', '-i', '{prompt}'], 'hello', ['gemini', '-i', 'hello']],
  [['codex', '{prompt}'], '', ['codex']],
  [['opencode', '--prompt={prompt}'], '', ['opencode']],
  [['opencode', '--prompt={prompt}'], '-x', ['opencode', '--prompt=-x']],
  [['codex', '--say={prompt}'], '', ['codex', '--say=']],
]

for (const [template, prompt, argv] of interactive) {
  test(`interactive ${template.join(' ')} with ${JSON.stringify(prompt)} runs ${argv.join(' ')}`, () => {
    assert.deepEqual(plan(template, prompt, true), { argv, promptFile: 'none' })
  })
}

const long = 'é'.repeat(argumentLimitBytes)

test('a prompt of just the longest length is still an argument', () => {
  for (const prompt of ['a'.repeat(argumentLimitBytes), `a${'é'.repeat((argumentLimitBytes - 1) / 2)}`]) {
    assert.deepEqual(plan(shell, prompt), { argv: ['sh', '-c', prompt], promptFile: 'none' })
    assert.notDeepEqual(plan(shell, `${prompt}a`), { argv: ['sh', '-c', `${prompt}a`], promptFile: 'none' })
  }
})

const asFile: readonly (readonly [template: string[], argv: string[], promptFile: string])[] = [
  [claude, ['claude', '-p'], 'stdin'],
  [['claude', '-p', '--model', 'x', '--', '{prompt}'], ['claude', '-p', '--model', 'x'], 'stdin'],
  [['claude', '{prompt}', '--print'], ['claude', '--print'], 'stdin'],
  [shell, ['sh', promptPath], 'script'],
  [['bash', '-e', '-c', '{prompt}'], ['bash', '-e', promptPath], 'script'],
]

for (const [template, argv, promptFile] of asFile) {
  test(`a long prompt for ${template.join(' ')} travels as ${promptFile}`, () => {
    assert.deepEqual(plan(template, long), { argv, promptFile })
  })
}

const refused: readonly (readonly string[])[] = [
  openclaw,
  ['claude', '{prompt}'],
  ['claude', '-p', 'Do: {prompt}'],
  ['sh', '-c', '{prompt}', 'name'],
  ['sh', '-c', 'echo {prompt}'],
  ['aider', 'run', '{prompt}'],
  ['claude', '-p', '{prompt}', '{prompt}'],
]

for (const template of refused) {
  test(`a long prompt for ${template.join(' ')} is refused`, () =>
    assert.match(JSON.stringify(plan(template, long)), /128 KiB/))
}

test('a long prompt for an interactive agent is refused', () => {
  assert.match(JSON.stringify(plan(['claude'], long, true)), /128 KiB/)
})
