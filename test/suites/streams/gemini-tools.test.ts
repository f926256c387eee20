// What the real Gemini CLI tells of a session in a git repository: what it edited, a test that failed, what it was denied, and its stop.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { derivedAnswerSchema } from '#rooms/streams/contract.ts'
import { makeHome } from '../../support/home.ts'
import { until } from '../../support/until.ts'
import { gemini } from '../harness/gemini.ts'
import { openHere } from '../harness/places.ts'
import { transcriptTells } from '../harness/transcript-tells.ts'

const edits = 'printf made > made.txt; echo it works'
const fails = 'echo the test fails; exit 1'
/** Its policy says no to this one. */
const denied = 'rm made.txt'
const goesOn = 'echo begun > begun.txt; sleep 1000'
/** Of the whole turn of a client that was just started. */
const turnLimitMs = 120_000

test('commands with what is known of them, files and the transcript are right until it is stopped', async (t) => {
  const installed = await gemini.install()
  if ('problem' in installed) return t.skip(`the client could not be installed: ${installed.problem}`)
  await using kept = new AsyncDisposableStack()
  const model = kept.use(await gemini.startModel())
  const home = kept.use(await makeHome())
  const [project, temporary] = [join(home.userHome, 'project'), join(home.root, 'tmp')]
  await mkdir(temporary)
  execFileSync('git', ['init', '-q', project])
  const variables = await gemini.prepare({ home, project, temporary, url: model.url, bin: installed.bin })
  const rule = [
    '[[rule]]',
    'toolName = "run_shell_command"',
    'commandPrefix = "rm"',
    'decision = "deny"',
    'priority = 900',
  ]
  await mkdir(join(home.userHome, '.gemini/policies'))
  await writeFile(join(home.userHome, '.gemini/policies/test.toml'), `${rule.join('\n')}\n`)
  const ready = { home, model, project, variables: { ...variables, TMPDIR: temporary } }
  const { service, ...place } = await openHere(kept, ready)
  const prompt = `TOOL:${[edits, fails, denied, goesOn].join('\nTHEN:')}`
  const { id, name } = await place.launch({ agentType: gemini.agentType, isInteractive: true, prompt })
  const screen = async (): Promise<string> => await place.tmux('capture-pane', '-p', '-t', `=${name}:`)
  const asksFor = async (command: string): Promise<void> => {
    const isAsked = async () => (await screen()).includes(`? Shell  ${command}`)
    await until(`it asks for ${command}`, isAsked, turnLimitMs).catch(async (error: unknown) => {
      throw new Error(await screen(), { cause: error })
    })
  }
  for (const command of [edits, fails, goesOn]) {
    await asksFor(command)
    await place.tmux('send-keys', '-t', `=${name}:`, 'Enter')
  }
  await until('the last command runs', () => existsSync(join(project, 'begun.txt')), turnLimitMs)
  await transcriptTells(
    service,
    id,
    /printf made[^]*it works[^]*the test fails; exit 1` \(failed, exit 1[^]*rm made\.txt` \(denied/,
  )
  const json = { session_id: id, force: true }
  assert.equal((await service.call('POST /api/agents/stop', { token: service.token, json })).status, 200)
  const derived = async () => {
    const answer = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
    return derivedAnswerSchema.parse(answer.json).derived
  }
  // On a busy machine an event may come by the queue, later than what happened after it.
  await until(
    'what it did until then is told',
    async () => (await derived()).files.length === 2 && (await derived()).commands.length >= 2,
    turnLimitMs,
  )
  const { commands, files, unknown, cwd } = await derived()
  // Its hook comes after a tool, and does not tell how that went: nothing is made up.
  // The stop ends its command as well as itself: where the command is gone first, its hook tells of that one, too.
  const ran = commands.length === 2 ? [edits, fails] : [edits, fails, goesOn]
  assert.deepEqual(
    commands.map(({ command, ok, exit_code: code }) => [command, ok, code]),
    ran.map((command) => [command, null, null]),
  )
  assert.ok(unknown.includes('Whether some commands failed: its client does not tell.'), unknown.join('\n'))
  assert.equal(cwd, project)
  assert.deepEqual(
    files.map(({ path, status, added, removed }) => `${status} ${path} +${added} -${removed}`).toSorted(),
    [`added ${join(project, 'begun.txt')} +1 -0`, `added ${join(project, 'made.txt')} +1 -0`],
  )
  assert.ok(existsSync(join(project, 'made.txt')), 'what was denied did not happen')
})
