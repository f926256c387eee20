import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { LaunchRequest } from '../../contract.ts'
import { catalog } from './launcher.testkit.ts'
import { planLaunch } from './plan-launch.ts'

const userHome = mkdtempSync(join(tmpdir(), 'orrery-plan-'))
mkdirSync(join(userHome, 'work/d#(touch canary)'), { recursive: true })
writeFileSync(join(userHome, 'file'), '')
after(() => rmSync(userHome, { recursive: true }))

const plan = (request: LaunchRequest) => planLaunch({ agents: catalog, userHome }, request)

const accepted: readonly (readonly [what: string, request: LaunchRequest, expected: object])[] = [
  ['the least', { agent_type: 'shell', prompt: 'ls' }, {}],
  ['nulls for what is absent', { agent_type: 'shell', prompt: 'ls', session_name: null, working_dir: null }, {}],
  ['a name', { agent_type: 'shell', prompt: 'ls', session_name: '-a_B-9' }, { sessionName: '-a_B-9' }],
  ['a folder', { agent_type: 'shell', prompt: 'ls', working_dir: '/usr/../tmp/' }, { workingDir: '/tmp' }],
  ['the home folder', { agent_type: 'shell', prompt: 'ls', working_dir: '~' }, {}],
  [
    'a folder below it',
    { agent_type: 'shell', prompt: 'ls', working_dir: '~/work' },
    { workingDir: join(userHome, 'work') },
  ],
  [
    'an odd folder',
    { agent_type: 'shell', prompt: 'ls', working_dir: '~/work/d#(touch canary)' },
    { workingDir: join(userHome, 'work/d#(touch canary)') },
  ],
  [
    'an interactive agent without a prompt',
    { agent_type: 'code-agent', interactive: true },
    { agentType: 'code-agent', prompt: '', interactive: true },
  ],
  [
    'a long prompt that can travel in a file',
    { agent_type: 'code-agent', prompt: 'x'.repeat(500_000) },
    { agentType: 'code-agent', prompt: 'x'.repeat(500_000) },
  ],
]

for (const [what, request, expected] of accepted) {
  test(`a launch with ${what} is planned`, async () => {
    const least = {
      agentType: 'shell',
      sessionName: null,
      workingDir: userHome,
      prompt: 'ls',
      interactive: false,
      harness: null,
    }
    assert.deepEqual(await plan(request), { ok: true, value: { ...least, harness: harnessOf(request), ...expected } })
  })
}

const shell = { agent_type: 'shell', prompt: 'ls' }

const harnessOf = ({ agent_type: type }: LaunchRequest) => (type === 'shell' ? null : type)

const refused: readonly (readonly [what: string, request: LaunchRequest, field: string, reason: RegExp])[] = [
  [
    'an unknown type',
    { ...shell, agent_type: 'code-agnt' },
    'agent_type',
    /code-agent, codex, gemini, opencode, gateway-agent, shell \(did you mean "code-agent"\?\)$/,
  ],
  ['a type that resembles none', { ...shell, agent_type: 'zzzzzzzzzzzzzz' }, 'agent_type', /must be one of .* shell$/],
  ['a type that every object has', { ...shell, agent_type: 'constructor' }, 'agent_type', /must be one of/],
  ['no prompt', { agent_type: 'shell' }, 'prompt', /is required/],
  ['an empty prompt', { ...shell, prompt: '' }, 'prompt', /is required/],
  ['a blank prompt', { ...shell, prompt: ' \n\t' }, 'prompt', /is required/],
  ['a NUL in the prompt', { ...shell, prompt: 'a\0b' }, 'prompt', /NUL/],
  [
    'a prompt too long for its program',
    { agent_type: 'gateway-agent', prompt: 'x'.repeat(131_072) },
    'prompt',
    /128 KiB/,
  ],
  [
    'a long interactive prompt',
    { agent_type: 'code-agent', interactive: true, prompt: 'x'.repeat(131_072) },
    'prompt',
    /128 KiB/,
  ],
  [
    'interactive for a type without that',
    { ...shell, interactive: true },
    'interactive',
    /shell, which has no interactive mode/,
  ],
  ['a folder that is not there', { ...shell, working_dir: '/no/such' }, 'working_dir', /there is no \/no\/such/],
  ['a folder below a file', { ...shell, working_dir: '~/file/x' }, 'working_dir', /there is no/],
  ['a file for a folder', { ...shell, working_dir: '~/file' }, 'working_dir', /is none/],
  ['a relative folder', { ...shell, working_dir: 'work' }, 'working_dir', /absolute/],
  ["another person's home", { ...shell, working_dir: '~root' }, 'working_dir', /absolute/],
  ['a NUL in the folder', { ...shell, working_dir: '/tmp\0' }, 'working_dir', /NUL/],
  ['a label of two lines', { ...shell, label: 'a\nb' }, 'label', /control characters/],
  ['a label with an escape', { ...shell, label: 'a\u001b[31m' }, 'label', /control characters/],
  ['a label with a C1 control', { ...shell, label: 'a\u009b' }, 'label', /control characters/],
  ['a task id of two lines', { ...shell, task_id: 'a\nb' }, 'task_id', /control characters/],
]

for (const [what, request, field, reason] of refused) {
  test(`a launch with ${what} is refused`, async () => {
    const answer = await plan(request)
    assert.ok(!answer.ok && answer.error.error === 'invalid_request')
    assert.deepEqual(
      answer.error.details?.map((detail) => detail.field),
      [field],
    )
    assert.match(answer.error.details?.[0]?.reason ?? '', reason)
    assert.match(answer.error.reason, new RegExp(`^The request is not valid: "${field}" .*\\.$`))
  })
}

const badNames = [
  '',
  'a.b',
  'a:b',
  'a b',
  '#(touch canary)',
  '#{pid}',
  'a;',
  '$(x)',
  'a\nb',
  '=a',
  'é',
  'a'.repeat(65),
  'orrery-keeper',
]
for (const session_name of badNames) {
  test(`the session name ${JSON.stringify(session_name.slice(0, 20))} is refused`, async () => {
    const answer = await plan({ ...shell, session_name })
    assert.deepEqual(!answer.ok && answer.error.details?.map((detail) => detail.field), ['session_name'])
  })
}

test('every wrong field is named at once', async () => {
  const answer = await plan({ agent_type: 'x', session_name: '.', working_dir: '/no/such', label: '\n' })
  const fields = !answer.ok && answer.error.details?.map((detail) => detail.field)
  assert.deepEqual(fields, ['agent_type', 'prompt', 'session_name', 'working_dir', 'label'])
})
