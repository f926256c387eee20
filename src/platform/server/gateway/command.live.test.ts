import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createGatewayCommand } from './command.ts'

let folder = ''
before(async () => (folder = await mkdtemp(join(tmpdir(), 'orrery-openclaw-'))))
after(() => rm(folder, { recursive: true }))

/** Runs with a stand-in for `openclaw` that is this shell script. */
async function run(script: string, args: readonly string[] = ['cron', 'list'], more: object = {}) {
  await writeFile(join(folder, 'openclaw'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const environment = { PATH: `${folder}:${process.env.PATH}`, SERVICE_HOME: '/x', ACCESS_TOKEN: 'ours', KEPT: 'yes' }
  const command = createGatewayCommand({
    environment,
    place: () => ({ url: 'ws://127.0.0.1:4711', token: null, ...more }),
  })
  return command.run(args, { timeoutMs: 15_000 })
}

const failing = (text: string) => `printf '%s' '${text}'; echo '${text}' >&2; exit 1`
const cliError = (message: string) => failing(JSON.stringify({ ok: false, error: { type: 'cli_error', message } }))

const failures = [
  ['a missing option', cliError('OpenClaw does not recognize option "--id".\\nTry: …'), 'unknown_option'],
  [
    'a gateway that is down',
    cliError('Gateway not reachable at ws://127.0.0.1:1 (ECONNREFUSED).\\nStart it'),
    'unreachable',
  ],
  ['an unknown job', 'echo "Automation not found: x. Run openclaw cron list" >&2; exit 1', 'unknown_job'],
  ['a wrong token', 'echo "unauthorized: gateway token mismatch (x)" >&2; exit 1', 'unauthorized'],
  ['any other failure', 'echo "something broke" >&2; exit 9', 'refused'],
  ['a failure without a word', 'exit 3', 'refused'],
  ['garbage', 'echo "}{ not json"', 'bad_answer'],
  ['no output', 'true', 'bad_answer'],
  ['a hundred megabytes', 'head -c 104857600 /dev/zero', 'bad_answer'],
] as const

for (const [name, script, code] of failures) {
  test(`${name} is ${code}`, async () => {
    const answer = await run(script)
    assert.equal(!answer.ok && answer.error.code, code, JSON.stringify(answer))
    assert.ok(!answer.ok && answer.error.reason.length < 400 && answer.error.hint !== '')
  })
}

test('JSON on stdout is the answer, also below remarks of the runtime; stderr is not', async () => {
  assert.deepEqual(await run('echo warning >&2; echo \'{"jobs":[]}\''), { ok: true, value: { jobs: [] } })
  assert.deepEqual(await run('echo "(node:1) Warning: x"; echo \'{"jobs":[]}\''), { ok: true, value: { jobs: [] } })
})

test('one record a line is a list', async () => {
  assert.deepEqual(await run('echo \'{"a":1}\'; echo; echo \'{"a":2}\''), { ok: true, value: [{ a: 1 }, { a: 2 }] })
})

test('of a command that does something the exit code decides, and words are no answer', async () => {
  const act = async (script: string) => {
    await writeFile(join(folder, 'openclaw'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const environment = { PATH: `${folder}:${process.env.PATH}` }
    const command = createGatewayCommand({ environment, place: () => ({ url: 'ws://127.0.0.1:1', token: null }) })
    return command.act(['cron', 'disable', 'x'], { timeoutMs: 15_000 })
  }
  assert.deepEqual(await act('echo "Job disabled."'), { ok: true, value: null })
  assert.deepEqual(await act('true'), { ok: true, value: null })
  assert.deepEqual(await act('echo \'{"id":"x"}\''), { ok: true, value: { id: 'x' } })
  const failed = await act('echo "Job disabled."; exit 1')
  assert.equal(!failed.ok && failed.error.code, 'refused')
})

test('arguments arrive as they are, without a shell', async () => {
  const odd = ['$(id)', '; rm', "it's", '--x=y z']
  const answer = await run('for a in "$@"; do printf "%s|" "$a"; done | sed \'s/.*/"&"/\'', odd)
  assert.deepEqual(answer, { ok: true, value: `${odd.join('|')}|` })
})

test('it learns our address and token by variables, and none of our secrets', async () => {
  const print =
    'printf \'"%s %s %s %s %s %s"\' "$OPENCLAW_GATEWAY_PORT" "$OPENCLAW_GATEWAY_URL" "$OPENCLAW_GATEWAY_TOKEN" "$SERVICE_HOME" "$ACCESS_TOKEN" "$KEPT"'
  assert.deepEqual(await run(print), { ok: true, value: '4711     yes' })
  const far = { url: 'wss://gateway.example', token: 't' }
  assert.deepEqual(await run(print, [], far), { ok: true, value: ' wss://gateway.example t   yes' })
})

test('one that hangs is ended at its time limit, with what it started', async () => {
  await writeFile(join(folder, 'openclaw'), '#!/bin/sh\nsleep 600 & sleep 600\n', { mode: 0o755 })
  const environment = { PATH: `${folder}:${process.env.PATH}` }
  const command = createGatewayCommand({ environment, place: () => ({ url: 'ws://127.0.0.1:1', token: null }) })
  const late = await command.run(['cron', 'list'], { timeoutMs: 200 })
  assert.match(late.ok ? '' : late.error.reason, /did not end within 0.2 s/)
  const controller = new AbortController()
  const stopped = command.run(['cron', 'list'], { timeoutMs: 15_000, signal: controller.signal })
  controller.abort()
  assert.match((await stopped.then((it) => (it.ok ? '' : it.error.reason))) ?? '', /was stopped/)
})

test('a missing command is said with how to get it', async () => {
  const command = createGatewayCommand({
    environment: { PATH: '/nowhere' },
    place: () => ({ url: 'ws://127.0.0.1:1', token: null }),
  })
  const answer = await command.run(['cron', 'list'], { timeoutMs: 1000 })
  assert.equal(!answer.ok && answer.error.code, 'not_installed')
  assert.match(answer.ok ? '' : answer.error.hint, /npm install -g openclaw/)
})
