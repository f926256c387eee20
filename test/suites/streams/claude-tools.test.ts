// What the real Claude Code tells of its tools: a command that works, one that fails, a file that is written and changed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { derivedAnswerSchema, type Derived } from '#rooms/streams/contract.ts'
import { transcriptAnswerSchema, type TranscriptAnswer } from '#rooms/transcripts/contract.ts'
import { foldTurns, type ToolRun } from '#rooms/transcripts/core/fold.ts'
import {
  claudeTest,
  openClaudePlace,
  turnLimitMs,
  writeSettings,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { launch, sessionOf } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: OpenedClaude | null = null

before(async () => {
  const permissions = { allow: ['Bash', 'Write', 'Edit'], deny: ['Bash(rm:*)'] }
  place = await openClaudePlace((home) => writeSettings(home, { permissions }, {}))
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

async function transcriptOf({ call, token }: Service, id: string): Promise<TranscriptAnswer> {
  return transcriptAnswerSchema.parse((await call(`GET /api/agents/${id}/transcript`, { token })).json)
}

/** What it asks to be allowed. */
async function deny({ call, token }: Service): Promise<void> {
  const asked = await until('it asks', async () => {
    const { json } = await call('GET /api/approvals?state=open', { token })
    return (json.approvals as { id: string; input_hash: string }[])[0] ?? null
  })
  const json = { decision: 'deny', input_hash: asked.input_hash }
  assert.equal((await call(`POST /api/approvals/${asked.id}`, { token, json })).status, 200)
}

/** The beginning of what it answered, up to a bracket or an apostrophe: how that goes on is its own affair. */
function usedWords({ tool, result }: ToolRun): string {
  const { outcome, exit_code: code, added, removed, text } = result ?? {}
  const lines = added === null ? '' : ` +${added} -${removed}`
  return `${tool.name}: ${tool.title}, ${outcome} ${code}${lines}, ${/^[^\n('’]*/.exec(text ?? '')?.[0].trimEnd()}`
}

claudeTest(
  () => place,
  'commands are told with whether they failed, and files that were written once each',
  async ({ service, project }) => {
    const file = join(project, 'made.txt')
    const calls = [
      ['Bash', { command: 'echo "it works"', description: 'says so' }],
      ['Bash', { command: 'echo it fails; exit 3', description: 'fails' }],
      ['Write', { file_path: file, content: 'made\n' }],
      ['Edit', { file_path: file, old_string: 'made', new_string: 'changed' }],
      // Denied by a person.
      ['WebFetch', { url: 'http://127.0.0.1:1/', prompt: 'what is there' }],
    ] as const
    const prompt = calls.map(([tool, input]) => `CALL:${tool} ${JSON.stringify(input)}`).join('\n')
    const body = { agent_type: 'code-agent', prompt, working_dir: project }
    const { id } = sessionOf(await launch(service, body))
    const derived = async (): Promise<Derived> => {
      const { json } = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
      return derivedAnswerSchema.parse(json).derived
    }
    // On a busy machine an event may come by the queue, later than what happened after it.
    const isTold = async () => (await derived()).summary === '2 commands, 1 failed, 1 file'
    await until('all of it is told', isTold, turnLimitMs)
    const told = await derived()
    assert.deepEqual(
      told.commands.map(({ command, ok }) => [command, ok]),
      [
        ['echo "it works"', true],
        ['echo it fails; exit 3', false],
      ],
    )
    assert.deepEqual([told.files.map(({ path }) => path), told.cwd], [[file], project])
    await deny(service)
    await until('its transcript has its last words', async () => {
      const { items } = await transcriptOf(service, id)
      return items.findLast(({ kind }) => kind === 'agent') !== undefined
    })
    const turns = foldTurns((await transcriptOf(service, id)).items)
    assert.deepEqual(
      turns.flatMap(({ entries }) => entries).flatMap((entry) => (entry.kind === 'used' ? [usedWords(entry)] : [])),
      [
        'Bash: echo "it works", ok null, it works',
        'Bash: echo it fails; exit 3, failed 3, Exit code 3',
        `Write: ${file}, ok null +1 -0, File created successfully at: ${file}`,
        `Edit: ${file}, ok null +1 -1, The file ${file} has been updated successfully.`,
        'WebFetch: http://127.0.0.1:1/, denied null, A person denied it in Orrery.',
      ],
    )
    assert.deepEqual(
      turns.map(({ usage }) => [usage.input, usage.output]),
      [[66, 42]],
    )
  },
)

claudeTest(
  () => place,
  'files have their lines, what is denied changes nothing, and a command that is stopped went nowhere',
  async ({ service, project }) => {
    execFileSync('git', ['-C', project, 'init', '-q'])
    const [file, begun] = [join(project, 'followed.txt'), join(project, 'begun.txt')]
    const calls = [
      ['Write', { file_path: file, content: 'one\ntwo\n' }],
      ['Edit', { file_path: file, old_string: 'two', new_string: 'three\nfour' }],
      ['Bash', { command: 'echo the test fails; exit 1', description: 'a test' }],
      // Denied by its settings.
      ['Bash', { command: `rm ${file}`, description: 'removes it' }],
      ['Bash', { command: `echo it begins > ${begun}; sleep 1000`, description: 'goes on' }],
    ] as const
    const prompt = calls.map(([tool, input]) => `CALL:${tool} ${JSON.stringify(input)}`).join('\n')
    const { id } = sessionOf(await launch(service, { agent_type: 'code-agent', prompt, working_dir: project }))
    await until('the last command runs', () => existsSync(begun), turnLimitMs)
    const stopped = await service.call('POST /api/agents/stop', {
      token: service.token,
      json: { session_id: id, force: true },
    })
    assert.equal(stopped.status, 200, stopped.text)
    // On a busy machine an event may come by the queue, later than what happened after it.
    const told = await until(
      'what it did until then is told',
      async () => {
        const { json } = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
        const { derived } = derivedAnswerSchema.parse(json)
        return derived.added === 4 && derived.commands.length > 0 ? derived : null
      },
      turnLimitMs,
    )
    assert.deepEqual(
      told.files.map(({ path, status, added, removed }) => [path, status, added, removed]),
      [
        [file, 'added', 3, 0],
        [begun, 'added', 1, 0],
      ],
    )
    const [first, ...others] = told.commands
    assert.deepEqual([first?.command, first?.ok], ['echo the test fails; exit 1', false])
    assert.ok(
      others.every(({ ok }) => ok !== true),
      'neither a denied command nor a stopped one went well',
    )
    assert.ok(existsSync(file), 'what was denied did not happen')
  },
)
