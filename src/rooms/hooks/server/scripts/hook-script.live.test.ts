import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { hookLine } from '../../core/hook-line.ts'
import {
  hookScriptPath,
  idPattern,
  queued,
  receive,
  run,
  searchPath,
  temporaryFolder,
  type Ran,
  type Received,
} from '../hooks.testkit.ts'
import { writeHookScripts } from './write-scripts.ts'

const defaults = { promptSubmit: 'working', interactiveStop: 'to_review' } as const

type Call = {
  readonly home: string
  readonly port?: number | string
  readonly args: readonly string[]
  readonly stdin?: string | null
  readonly env?: Readonly<Record<string, string>>
  readonly script?: string
}

async function runHook({ home, port = 9, args, stdin = '', env = {}, script }: Call): Promise<Ran> {
  const path = script ?? hookScriptPath(home)
  const shell = path.endsWith('fallback.sh') ? 'sh' : 'bash'
  return await run({
    argv: [shell, path, ...args],
    env: { HOME: home, SERVICE_HOME: home, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(port), ...env },
    stdin,
  })
}

function assertQuiet(ran: Ran): void {
  assert.deepEqual({ code: ran.code, output: ran.output }, { code: 0, output: '' })
}

const tool = JSON.stringify({
  session_id: '8d9ac4f0',
  cwd: '/home/ann',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'echo "hi"\n', description: 'greets' },
  tool_response: { stdout: 'hi' },
})
const described = { metadata: 'Bash: echo "hi"\n' }
const used = { name: 'Bash', command: 'echo "hi"\n', directory: '/home/ann' }

const letter = { script: { ...defaults, promptSubmit: 'letter' as const } }
const stopExits = { script: { ...defaults, interactiveStop: 'exit' as const } }
const interactive = { env: { SERVICE_SESSION_INTERACTIVE: '1' } }

type Options = { readonly script?: typeof defaults | object; readonly env?: Readonly<Record<string, string>> }

/** Arguments, what arrives besides the session and agent type, and the settings if not the defaults. */
const events: [readonly string[], object, Options?][] = [
  [['PostToolUse'], { event: 'tool_use', ...described, tool: { ok: true, ...used } }],
  [['PostToolUseFailure'], { event: 'tool_use', ...described, tool: { ok: false, ...used } }],
  [['AfterTool'], { event: 'tool_use', ...described, tool: used }],
  [['PermissionRequest'], { event: 'to_review', hook: 'PermissionRequest', ...described }],
  [['Notification'], { event: 'to_review', hook: 'Notification' }],
  [['StopFailure'], { event: 'to_review' }],
  [['SessionStart'], { event: 'start' }],
  [['UserPromptSubmit'], { event: 'prompt_ready', then: ['running', 'start'] }],
  [['UserPromptSubmit'], { event: 'prompt_ready' }, letter],
  [['BeforeAgent'], { event: 'prompt_ready', then: ['running', 'start'] }],
  [['BeforeAgent'], { event: 'prompt_ready' }, letter],
  [['Stop'], { event: 'exit' }],
  [['Stop'], { event: 'to_review' }, interactive],
  [['Stop'], { event: 'exit' }, { ...interactive, ...stopExits }],
  [['AfterAgent'], { event: 'exit' }],
  [['AfterAgent'], { event: 'to_review' }, interactive],
  [['PostToolUse', 'codex'], { event: 'tool_use', agent_type: 'codex', ...described, tool: used }],
  [['--exit', '0'], { event: 'exit', exit_code: 0, agent_type: undefined }],
  [['--exit', '1'], { event: 'exit_error', exit_code: 1, agent_type: undefined }],
  [['--exit', '137'], { event: 'exit_error', exit_code: 137, agent_type: undefined }],
  [['--exit', '0'], { event: 'exit', exit_code: 0, agent_type: undefined }, interactive],
]

const speaker = { client_pid: process.pid }
const conversation = { client_session: '8d9ac4f0' }

describe('the hook scripts', { concurrency: 2 }, () => {
  for (const name of ['orrery-hook.sh', 'orrery-hook-fallback.sh']) {
    test(`${name} maps every event`, async () => {
      using home = temporaryFolder()
      await using receiver = await receive()
      for (const [args, expected, { script = defaults, env = {} } = {}] of events) {
        await writeHookScripts(home.path, { ...defaults, ...script })
        const path = join(home.path, 'bin', name)
        const stdin = name === 'orrery-hook.sh' ? tool : ''
        assertQuiet(await runHook({ home: home.path, port: receiver.port, args, stdin, env, script: path }))
        const arrived = lastOf(receiver.received)
        const full = name === 'orrery-hook.sh' ? expected : { ...expected, metadata: undefined, tool: undefined }
        const said = { ...speaker, ...(name === 'orrery-hook.sh' ? conversation : {}) }
        const body = {
          tmux_session: 'agent-1',
          agent_type: 'code-agent',
          ...(args[0] === '--exit' ? {} : said),
          ...full,
        }
        assert.deepEqual(arrived.body, JSON.parse(JSON.stringify(body)), args.join(' '))
        assert.equal(arrived.url, 'POST /api/hooks/ingest')
        assert.equal(arrived.headers['host'], `127.0.0.1:${receiver.port}`)
        assert.equal(arrived.headers['content-type'], 'application/json')
      }
      assert.equal(existsSync(join(home.path, 'hook-queue.jsonl')), false)
    })

    test(`${name} stays silent without our variable, for unknown events and for a strange status`, async () => {
      using home = temporaryFolder()
      await using receiver = await receive()
      await writeHookScripts(home.path, defaults)
      const call = { home: home.path, port: receiver.port, script: join(home.path, 'bin', name) }
      assertQuiet(await runHook({ ...call, args: ['Stop'], env: { SERVICE_SESSION_TMUX: '' } }))
      for (const args of [[], ['PreToolUse'], ['--exit'], ['--exit', 'x'], ['--exit', '-1'], ['stop']]) {
        assertQuiet(await runHook({ ...call, args }))
      }
      assert.deepEqual(receiver.received, [])
      assert.equal(existsSync(join(home.path, 'hook-queue.jsonl')), false)
    })

    test(`${name} sends names of any spelling and the run id`, async () => {
      using home = temporaryFolder()
      await using receiver = await receive()
      await writeHookScripts(home.path, defaults)
      const call = { home: home.path, port: receiver.port, script: join(home.path, 'bin', name), args: ['Stop'] }
      for (const tmux of ['a b', 'quo"te', 'back\\slash', '$(touch x);`id`', 'süß', '-n', "it's", '%s%n', '1']) {
        assertQuiet(await runHook({ ...call, env: { SERVICE_SESSION_TMUX: tmux, SERVICE_RUN_ID: 'r-1' } }))
        const body = { tmux_session: tmux, event: 'exit', agent_type: 'code-agent', ...speaker, run_id: 'r-1' }
        assert.deepEqual(receiver.received.pop()?.body, body)
      }
    })

    const answers: [number, 'queued' | 'not queued'][] = [
      [200, 'not queued'],
      [400, 'not queued'],
      [404, 'not queued'],
      [403, 'queued'],
      [429, 'queued'],
      [500, 'queued'],
      [503, 'queued'],
    ]
    for (const [status, fate] of answers) {
      test(`an event that is answered ${status} is ${fate} by ${name}`, async () => {
        using home = temporaryFolder()
        await using receiver = await receive(status)
        await writeHookScripts(home.path, defaults)
        const script = join(home.path, 'bin', name)
        assertQuiet(await runHook({ home: home.path, port: receiver.port, args: ['--exit', '2'], script }))
        const event = { tmux_session: 'agent-1', event: 'exit_error', exit_code: 2 }
        assert.deepEqual(receiver.received[0]?.body, event)
        assert.match(receiver.received[0]?.reportId ?? '', idPattern)
        if (fate === 'queued') assert.deepEqual(queued(home.path), [event])
        else assert.equal(existsSync(join(home.path, 'hook-queue.jsonl')), false)
      })
    }

    test(`${name} finds the service at the port in force when its own is dead, refused or missing`, async () => {
      using home = temporaryFolder()
      await using receiver = await receive()
      await using refusing = await receive(403)
      await writeHookScripts(home.path, defaults)
      writeFileSync(join(home.path, 'hook-port'), `${receiver.port}\n`)
      for (const port of [9, refusing.port, '', 'x; id', 99999]) {
        const script = join(home.path, 'bin', name)
        assertQuiet(await runHook({ home: home.path, port, args: ['SessionStart'], script }))
        assert.ok(receiver.received.pop(), `port ${port}`)
      }
      assert.equal(existsSync(join(home.path, 'hook-queue.jsonl')), false)
    })

    test(`${name} queues one private line for each event when the service is down`, async () => {
      using home = temporaryFolder()
      await writeHookScripts(home.path, defaults)
      const script = join(home.path, 'bin', name)
      const calls = Array.from({ length: 8 }, (_, index) =>
        runHook({ home: home.path, args: ['--exit', String(index + 1)], script }),
      )
      for (const ran of await Promise.all(calls)) assertQuiet(ran)
      const codes = queued(home.path).map((event) => (event as { exit_code: number }).exit_code)
      assert.deepEqual(
        codes.toSorted((one, other) => one - other),
        [1, 2, 3, 4, 5, 6, 7, 8],
      )
      assert.equal(statSync(join(home.path, 'hook-queue.jsonl')).mode & 0o777, 0o600)
    })

    test(`${name} writes through no symbolic link and into no missing home`, async () => {
      using home = temporaryFolder()
      await writeHookScripts(home.path, defaults)
      const script = join(home.path, 'bin', name)
      const elsewhere = join(home.path, 'elsewhere')
      symlinkSync(elsewhere, join(home.path, 'hook-queue.jsonl'))
      assertQuiet(await runHook({ home: home.path, args: ['Stop'], script }))
      assert.equal(existsSync(elsewhere), false)
      assertQuiet(await runHook({ home: '/dev/null/none', args: ['Stop'], script }))
    })

    test(`${name} gives up within 2 s on a service that never answers, and queues`, async () => {
      using home = temporaryFolder()
      await using silent = await receive(null)
      await using alsoSilent = await receive(null)
      await writeHookScripts(home.path, defaults)
      writeFileSync(join(home.path, 'hook-port'), String(alsoSilent.port))
      const script = join(home.path, 'bin', name)
      const ran = await runHook({ home: home.path, port: silent.port, args: ['--exit', '1'], script })
      assertQuiet(ran)
      assertWithinLimit(ran)
      assert.equal(queued(home.path).length, 1)
      assert.deepEqual([silent.received.length, alsoSilent.received.length], [1, 1])
    })

    test(`${name} gives up within 2 s on a frozen service that takes no connection, and queues`, async () => {
      using home = temporaryFolder()
      await using frozen = await freezeListener()
      await writeHookScripts(home.path, defaults)
      const script = join(home.path, 'bin', name)
      const ran = await runHook({ home: home.path, port: frozen.port, args: ['--exit', '1'], script })
      assertQuiet(ran)
      assertWithinLimit(ran)
      assert.equal(queued(home.path).length, 1)
    })
  }

  for (const stdin of [null, '{"tool_name":"Bash"', 'no json', '\0\u0001\u00ff', '']) {
    test(`a stdin of ${JSON.stringify(stdin)} keeps no event back`, async () => {
      using home = temporaryFolder()
      await using receiver = await receive()
      await writeHookScripts(home.path, defaults)
      const ran = await runHook({ home: home.path, port: receiver.port, args: ['PostToolUse'], stdin })
      assertQuiet(ran)
      assertWithinLimit(ran)
      assert.equal(receiver.received.length, 1)
    })
  }

  const long = 'x'.repeat(300)
  const metadata: [string, string, object, string | undefined][] = [
    ['a tool and its command', 'PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }, 'Bash: ls'],
    [
      'the first text of the input',
      'PostToolUse',
      { tool_name: 'Edit', tool_input: { all: true, file: '/a' } },
      'Edit: /a',
    ],
    ['a tool without input', 'PostToolUse', { tool_name: 'Stat', tool_input: {}, tool_use_id: 'x' }, 'Stat'],
    ['an input without text', 'PostToolUse', { tool_name: 'Wait', tool_input: { s: 3 }, tool_use_id: 'x' }, 'Wait'],
    ['an input alone', 'PostToolUse', { tool_input: { command: 'ls' } }, ': ls'],
    ['a notification', 'Notification', { message: 'Claude needs you' }, 'Claude needs you'],
    ['a prompt', 'UserPromptSubmit', { prompt: 'say "hi" \\ bye\n' }, 'say "hi" \\ bye\n'],
    [
      'a prompt that quotes JSON',
      'UserPromptSubmit',
      { cwd: '","prompt":"no', prompt: '","prompt":"' },
      '","prompt":"',
    ],
    ['the last words', 'Stop', { last_assistant_message: 'Done.' }, 'Done.'],
    ['the last words of gemini', 'AfterAgent', { prompt: 'p', prompt_response: 'Done.' }, 'Done.'],
    ['a failure', 'StopFailure', { error: 'unknown', last_assistant_message: 'API Error' }, 'API Error'],
    ['a failure without words', 'StopFailure', { error: 'unknown' }, 'unknown'],
    ['the source of a start', 'SessionStart', { source: 'startup' }, 'startup'],
    ['null', 'Stop', { last_assistant_message: null }, undefined],
    ['an empty text', 'Stop', { last_assistant_message: '' }, undefined],
    ['200 characters', 'Stop', { last_assistant_message: 'x'.repeat(200) }, 'x'.repeat(200)],
    ['201 characters', 'Stop', { last_assistant_message: 'x'.repeat(201) }, 'x'.repeat(200)],
    [
      'a name that takes its share',
      'PostToolUse',
      { tool_name: 'Bash', tool_input: { c: long } },
      `Bash: ${long.slice(0, 194)}`,
    ],
    ['200 characters of two bytes', 'Stop', { last_assistant_message: 'ä'.repeat(200) }, 'ä'.repeat(200)],
    ['201 characters of three bytes', 'Stop', { last_assistant_message: '漢'.repeat(201) }, '漢'.repeat(200)],
    ['201 characters of four bytes', 'Stop', { last_assistant_message: '🪐'.repeat(201) }, '🪐'.repeat(200)],
    ['mixed widths', 'Stop', { last_assistant_message: 'aä漢🪐'.repeat(60) }, 'aä漢🪐'.repeat(50)],
    ['an escape over the edge', 'Stop', { last_assistant_message: `${'x'.repeat(199)}"y` }, 'x'.repeat(199)],
    [
      'an escaped backslash at the edge',
      'Stop',
      { last_assistant_message: `${'x'.repeat(198)}\\y` },
      `${'x'.repeat(198)}\\`,
    ],
    [
      'a control character over the edge',
      'Stop',
      { last_assistant_message: `${'x'.repeat(197)}\u0001` },
      'x'.repeat(197),
    ],
    ['a text behind what is read', 'Stop', { cwd: 'x'.repeat(5000), last_assistant_message: 'late' }, undefined],
    [
      'a text over the end of what is read',
      'Stop',
      { cwd: 'x'.repeat(4001), last_assistant_message: 'é'.repeat(99) },
      'é'.repeat(29),
    ],
  ]

  test('metadata says what the event was about, in at most 200 characters', async () => {
    using home = temporaryFolder()
    await using receiver = await receive()
    await writeHookScripts(home.path, defaults)
    for (const [name, event, payload, expected] of metadata) {
      const stdin = JSON.stringify(payload)
      assertQuiet(await runHook({ home: home.path, port: receiver.port, args: [event], stdin }))
      assert.deepEqual((lastOf(receiver.received).body as { metadata?: string }).metadata, expected, name)
    }
  })

  test('the line in the settings runs the script from a home of any name, with and without bash', async () => {
    using folder = temporaryFolder()
    await using receiver = await receive()
    const home = join(folder.path, `it's a "home" $HOME \`id\` \\ *`)
    mkdirSync(home)
    await writeHookScripts(home, defaults)
    const line = hookLine({ home, args: ['Stop'] }, ['event'])
    const tools = folderWith(folder.path, ['sh', 'curl'])
    const onlyWget = folderWith(folder.path, ['sh', 'wget'])
    for (const path of [searchPath, tools, onlyWget]) {
      const env = { PATH: path, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(receiver.port) }
      assertQuiet(await run({ argv: ['/bin/sh', '-c', line], env }))
      assert.equal((lastOf(receiver.received).body as { event: string }).event, 'exit', path)
      assertQuiet(await run({ argv: ['/bin/sh', '-c', line], env: { PATH: path } }))
      assertQuiet(await run({ argv: ['/bin/sh', '-c', line], env: { ...env, SERVICE_HOME: '/nowhere' } }))
    }
    const bare = folderWith(folder.path, ['sh', 'date'])
    const env = { PATH: bare, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(receiver.port) }
    assertQuiet(await run({ argv: ['/bin/sh', '-c', line], env }))
    assert.deepEqual(queued(home), [{ tmux_session: 'agent-1', event: 'exit', agent_type: 'code-agent', ...speaker }])
    assert.deepEqual(receiver.received, [])
  })

  test('BASH_ENV and exported functions do not reach the script', async () => {
    using home = temporaryFolder()
    await using receiver = await receive()
    await writeHookScripts(home.path, defaults)
    writeFileSync(join(home.path, 'env.sh'), 'echo noise')
    const env = {
      SERVICE_SESSION_TMUX: 'agent-1',
      SERVICE_HOOK_PORT: String(receiver.port),
      BASH_ENV: join(home.path, 'env.sh'),
      'BASH_FUNC_printf%%': '() { echo noise; }',
    }
    assertQuiet(await run({ argv: ['/bin/sh', '-c', hookLine({ home: home.path, args: ['Stop'] }, [])], env }))
    assert.equal(receiver.received.length, 1)
  })
})

function lastOf(received: Received[]): Received {
  const last = received.pop()
  assert.ok(last, 'nothing arrived')
  return last
}

/** The promise is 2 s; a busy machine may take its time to start the program. */
function assertWithinLimit({ tookMs }: Ran): void {
  assert.ok(tookMs < 3000, `took ${tookMs} ms`)
}

/** A folder for PATH with just these programs. */
function folderWith(parent: string, programs: readonly string[]): string {
  const folder = join(parent, programs.join('-'))
  mkdirSync(folder)
  for (const program of programs) {
    const found = ['/usr/bin', '/bin', '/usr/local/bin'].map((path) => join(path, program)).find(existsSync)
    assert.ok(found, `${program} is needed for this test`)
    symlinkSync(found, join(folder, program))
  }
  return folder
}

/** A stopped process whose short backlog is full: connecting to it hangs. */
async function freezeListener(): Promise<{ readonly port: number } & AsyncDisposable> {
  const source = `const s = require('node:net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const sockets: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(sockets.slice(0, 2).map((socket) => once(socket, 'connect')))
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
