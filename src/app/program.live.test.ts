import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import {
  asked,
  closeBench,
  home,
  openBench,
  orrery,
  routes,
  seen,
  token,
  withoutService,
  type Reply,
} from '../../test/kit/command-line.ts'

before(openBench)
after(closeBench)

test('ls shows whoever needs the person first, aligned and without escape sequences', async () => {
  const { code, out } = await orrery('ls')
  assert.equal(code, 0)
  const lines = out.trimEnd().split('\n')
  assert.match(lines[0] ?? '', /^STATE {12}SINCE {2}WHY +LABEL +AGENT {2}TMUX +LAST LINE$/)
  const words = lines.slice(1).map((line) => line.split(/ {2,}/))
  assert.deepEqual(
    words.map(([state, , why, label]) => [state, why, label]),
    [
      ['awaiting review', 'needs permission', 'asks [31m'],
      ['failed', 'exit 3 after 0 s', 'broke'],
      ['running', '-', 'runs'],
      ['idle', 'waits for T-1 and T-2', 'queued'],
      ['completed', '-', 'done'],
    ],
  )
  assert.ok(!out.includes('\u001B'))
})

test('ls --json answers whole sessions, --state filters, --names lists names alone', async () => {
  const { out } = await orrery('ls --json --state failed idle')
  assert.deepEqual(
    (JSON.parse(out) as { sessions: Session[] }).sessions.map(({ id }) => id),
    ['ccc4', 'ddd5'],
  )
  assert.equal((await orrery('ls --names --state running')).out, 'agent-shell-aaa1\n')
})

test('ls --watch draws over itself on a terminal, and writes a line a change into a pipe', async () => {
  const route = 'GET /api/hooks/sessions'
  const fixed = routes[route] as Reply
  const { sessions } = fixed.json as { sessions: Session[] }
  const broke = sessions.filter(({ id }) => id === 'ccc4')
  const runs = broke.map((session) => ({ ...session, state: 'running', last_message: 'Bash', exit_code: null }))
  for (const isTTY of [true, false]) {
    const controller = new AbortController()
    const answers = [broke, broke, runs, []]
    routes[route] = () => ({ json: { sessions: answers.shift() ?? [] } })
    let out = ''
    const write = (part: string) => {
      out += part
      if (answers.length === 0 && (isTTY || part.endsWith('gone\n'))) controller.abort()
    }
    const stdout = { write, isTTY, columns: 80, rows: 10 }
    assert.equal((await orrery('ls -w', { stdout, catchSignals: () => controller.signal })).code, 0)
    if (isTTY) {
      const drawings = out.split('\u001B[J')
      assert.deepEqual(
        drawings.slice(1).map((text) => /failed|running/.exec(text)?.[0] ?? null),
        ['failed', 'failed', 'running', null],
      )
      assert.equal(out.split('\u001B[2A').length, 4)
    } else {
      const lines = out.trimEnd().split('\n')
      assert.deepEqual(
        lines.map((line) => line.split('  ').slice(1)),
        [
          ['agent-shell-ccc4', 'failed: exit 3 after 0 s'],
          ['agent-shell-ccc4', 'running: Bash'],
          ['agent-shell-ccc4', 'gone'],
        ],
      )
    }
  }
  routes[route] = fixed
})

test('every request carries the access token of the home, and ACCESS_TOKEN wins over it', async () => {
  await orrery('ls')
  assert.equal(seen[0]?.token, `Bearer ${token}`)
  await orrery('ls', { environment: { SERVICE_HOME: home, ACCESS_TOKEN: 'other' } })
  assert.equal(seen[0]?.token, 'Bearer other')
})

const launches = [
  ['launch shell make test', { agent_type: 'shell', prompt: 'make test' }],
  ['launch shell --prompt ls', { agent_type: 'shell', prompt: 'ls' }],
  ['launch code-agent -', { agent_type: 'code-agent', prompt: 'from stdin' }],
  ['launch code-agent -i', { agent_type: 'code-agent', prompt: null, interactive: true }],
  [
    'launch shell -a T-1 -a T-2 -t T-3 -d sub -n mine -l my make all',
    {
      agent_type: 'shell',
      prompt: 'make all',
      depends_on: ['T-1', 'T-2'],
      task_id: 'T-3',
      working_dir: '/work/here/sub',
      session_name: 'mine',
      label: 'my',
    },
  ],
  ['launch shell -- ls -la --json', { agent_type: 'shell', prompt: 'ls -la --json' }],
] as const

for (const [line, expected] of launches) {
  test(`orrery ${line} sends its launch`, async () => {
    const { code, out } = await orrery(line)
    assert.equal(code, 0)
    assert.equal(out, 'agent-shell-new1\n')
    assert.deepEqual(seen, [
      {
        route: 'POST /api/agents/launch',
        token: `Bearer ${token}`,
        body: {
          interactive: null,
          task_id: null,
          depends_on: null,
          working_dir: '/work/here',
          session_name: null,
          label: null,
          ...expected,
        },
      },
      // Whether its program is there.
      { route: 'GET /api/agents', token: `Bearer ${token}`, body: null },
    ])
  })
}

test('a launch without a prompt, or with two, is a usage error and asks nothing', async () => {
  for (const line of ['launch shell', 'launch shell ls --prompt ls']) {
    const { code, out, err } = await orrery(line)
    assert.deepEqual([code, out, seen.length], [2, '', 0])
    assert.match(err, /prompt|agent_type/)
  }
})

const changes = [
  ['stop aaa1', ['POST /api/agents/stop'], { session_id: 'aaa1', force: false }, 'agent-shell-aaa1 is failed\n'],
  ['restart broke', ['PATCH /api/hooks/sessions/ccc4'], { state: 'running' }, 'agent-shell-ccc4 is running\n'],
  ['requeue ccc', ['PATCH /api/hooks/sessions/ccc4'], { state: 'idle' }, 'agent-shell-ccc4 is running\n'],
  [
    'resume agent-shell-bbb3',
    ['PATCH /api/hooks/sessions/bbb3'],
    { event: 'user.resume' },
    'agent-shell-bbb3 is running\n',
  ],
  ['dismiss ccc4', ['DELETE /api/hooks/sessions/ccc4'], null, 'agent-shell-ccc4 is dismissed\n'],
  [
    'dismiss --kill ccc4',
    ['DELETE /api/hooks/sessions/ccc4?kill=true'],
    null,
    'agent-shell-ccc4 is dismissed, its terminal ended\n',
  ],
] as const

for (const [line, expected, body, said] of changes) {
  test(`orrery ${line} finds its session and asks for the change`, async () => {
    const { code, out } = await orrery(line)
    assert.deepEqual([code, out, asked()], [0, said, [...expected]])
    assert.deepEqual(seen.at(-1)?.body, body)
  })
}

test('dismiss --completed takes every completed session and no other, and says when there is none', async () => {
  const { code, out } = await orrery('dismiss --completed')
  assert.deepEqual([code, out, asked()], [0, 'agent-shell-aab2 is dismissed\n', ['DELETE /api/hooks/sessions/aab2']])
  const route = 'GET /api/hooks/sessions'
  const fixed = routes[route] as Reply
  const { sessions } = fixed.json as { sessions: Session[] }
  routes[route] = { json: { sessions: sessions.filter(({ state }) => state !== 'completed') } }
  const none = await orrery('dismiss --completed')
  routes[route] = fixed
  assert.deepEqual([none.code, none.out, asked()], [0, '', []])
  assert.match(none.err, /No session is completed/)
})

test('dismiss asks for names or for --completed, and takes not both', async () => {
  for (const line of ['dismiss', 'dismiss --completed ccc4']) {
    const { code, out, err } = await orrery(line)
    assert.deepEqual([code, out, seen.length], [2, '', 0])
    assert.match(err, /orrery dismiss --completed/)
  }
})

test('a name that fits nothing, or more than one session, changes nothing and says what there is', async () => {
  const none = await orrery('stop nobody')
  assert.equal(none.code, 1)
  assert.match(none.err, /no session is called "nobody"\n {2}See all of them with: (npx )?orrery ls/)
  const many = await orrery('stop aa')
  assert.equal(many.code, 1)
  assert.match(many.err, /"aa" could be 2 sessions\n[^]*agent-shell-aaa1 {2}runs {2}\(aaa1\)\n[^]*agent-shell-aab2/)
  assert.deepEqual(asked(), [])
})

test('attach opens exactly that session on the configured server', async () => {
  const environment = { SERVICE_HOME: home, SERVICE_TMUX_SOCKET: 'orrery-x' }
  const attached = await orrery('attach aaa1', { environment })
  assert.deepEqual(attached.ran, [['tmux', '-L', 'orrery-x', 'attach-session', '-t', '=agent-shell-aaa1:']])
  const inside = { SERVICE_HOME: home, TMUX: '/tmp/tmux-0/default,4711,0' }
  const switched = await orrery('attach aaa1 --read-only', { environment: inside })
  assert.deepEqual(switched.ran, [['tmux', 'switch-client', '-r', '-t', '=agent-shell-aaa1:']])
})

test('attach says what to do when the terminal is gone, tmux is missing or refuses', async () => {
  const gone = await orrery('attach done')
  assert.deepEqual([gone.code, gone.ran], [1, []])
  assert.match(gone.err, /terminal of agent-shell-aab2 is gone\n[^]*orrery logs[^]*orrery restart/)
  const missing = await orrery('attach aaa1', { runOnTerminal: async () => null })
  assert.equal(missing.code, 69)
  assert.match(missing.err, /tmux is not installed\n {2}Install it: /)
  assert.equal((await orrery('attach aaa1', { runOnTerminal: async () => 1 })).code, 1)
})

test('logs prints the last lines without what could steer the terminal', async () => {
  assert.equal((await orrery('logs aaa1')).out, 'one\ntwo red\nthree\n')
  assert.equal((await orrery('logs aaa1 -n 1')).out, 'three\n')
  assert.ok((await orrery('logs aaa1 --raw')).out.includes('\u001B[31mred'))
  assert.deepEqual(JSON.parse((await orrery('logs aaa1 -n 2 --json')).out), {
    session_id: 'aaa1',
    log: 'two red\nthree\n',
  })
})

test('logs -f goes on with what is new until the person interrupts', async () => {
  const controller = new AbortController()
  const parts = ['four\r\n', 'fi', 've\r\n', '', '']
  for (const [at, part] of parts.entries()) {
    routes[`GET /api/agents/aaa1/log?from=a.${at}`] = { text: part, headers: { 'x-log-next': `a.${at + 1}` } }
  }
  let out = ''
  const stdout = {
    write: (part: string) => {
      out += part
      if (out.endsWith('five\n')) controller.abort()
    },
  }
  const { code } = await orrery('logs -f aaa1', { stdout, catchSignals: () => controller.signal })
  assert.deepEqual([code, out], [0, 'one\ntwo red\nthree\nfour\nfive\n'])
})

test('hook send reports to the hook port in force, as a hook would', async () => {
  const inside = { SERVICE_HOME: home, SERVICE_SESSION_TMUX: 'agent-me' }
  const sent = await orrery('hook send tool_use -m Bash --exit-code 3', { environment: inside })
  assert.deepEqual([sent.code, sent.out], [0, 'agent-shell-aaa1: stays running\n'])
  assert.deepEqual(seen, [
    {
      route: 'POST /api/hooks/ingest',
      token: undefined,
      body: { event: 'tool_use', tmux_session: 'agent-me', metadata: 'Bash', exit_code: 3 },
    },
  ])
  await orrery('hook send exit --session aaa1')
  assert.deepEqual(seen[0]?.body, { event: 'exit', session_id: 'aaa1' })
  assert.equal((await orrery('hook send exit')).code, 2)
  assert.equal((await orrery('hook send finished --tmux x')).code, 2)
})

test('hook install and uninstall change the settings of the agent and put them back', async () => {
  const settings = join(home, '.claude', 'settings.json')
  await mkdir(join(home, '.claude'))
  await writeFile(settings, '{ "model": "opus" }\n')
  const installed = await orrery('hook install')
  assert.equal(installed.code, 0)
  assert.match(installed.out, /^Installed in .*settings\.json: SessionStart, /)
  assert.match(await readFile(settings, 'utf8'), /orrery-hook\.sh/)
  assert.match((await orrery('hook install')).out, /^Already installed/)
  assert.match((await orrery('doctor')).out, /^ok {4}hooks +installed in /m)
  assert.match((await orrery('hook uninstall')).out, /^Removed from /)
  assert.equal(await readFile(settings, 'utf8'), '{ "model": "opus" }\n')
  await writeFile(settings, '{')
  const refused = await orrery('hook install')
  assert.equal(refused.code, 1)
  assert.match((await orrery('doctor')).out, /^fail {2}hooks/m)
  await rm(join(home, '.claude'), { recursive: true })
  await rm(join(home, 'config.json'))
})

test('hook queue shows what waits and what was given up', async () => {
  assert.match((await orrery('hook queue')).out, /^0 waiting for delivery\n\n0 given up/)
  await writeFile(join(home, 'hook-queue.jsonl'), '{"event":"exit","tmux_session":"agent-1","tries":2}\n')
  await writeFile(join(home, 'hook-dead-letters.jsonl'), '{"event":"nonsense","tmux_session":"a","error":"unknown"}\n')
  const { out } = await orrery('hook queue')
  assert.match(out, /^1 waiting for delivery\nAT[^\n]*\n +exit +agent-1 +2\n\n1 given up/)
  assert.match(out, /nonsense +a +0 +unknown/)
  const json = JSON.parse((await orrery('hook queue --json')).out) as { queued: { total: number } }
  assert.equal(json.queued.total, 1)
})

test('login prints the link alone on stdout', async () => {
  const { code, out, err } = await orrery('login')
  assert.deepEqual([code, out], [0, 'http://127.0.0.1:1/#login=abc\n'])
  assert.match(err, /^It works once, until \d\d:\d\d\.\n$/)
})

test('a refusal of the service is told with its hint and has its own exit code', async () => {
  const launch = 'POST /api/agents/launch'
  const good = routes[launch]
  const refusals = [
    [400, 'invalid_request', 1],
    [401, 'unauthenticated', 77],
    [403, 'foreign_host', 77],
    [409, 'session_exists', 1],
    [503, 'tmux_missing', 69],
  ] as const
  for (const [status, error, code] of refusals) {
    const details = [{ field: 'session_name', reason: 'is taken' }]
    routes[launch] = { status, json: { ok: false, error, reason: 'Not so.', hint: 'Do this.', details } }
    const told = await orrery('launch shell ls')
    assert.equal(told.code, code)
    assert.match(told.err, /^orrery: Not so\.\n {2}session_name: is taken\n {2}Do this\.\n/)
    const json = await orrery('--json launch shell ls')
    assert.equal((JSON.parse(json.err) as { error: string }).error, error)
  }
  routes[launch] = { status: 500, text: 'oops' }
  assert.match((await orrery('launch shell ls')).err, /the service answered 500 without a reason/)
  routes[launch] = { json: { session: { id: 1 } } }
  assert.equal((await orrery('launch shell ls')).code, 70)
  routes[launch] = good ?? {}
})

test('without a service, and with a service.json that a killed one left, the token is shown to nobody', () =>
  withoutService(async () => {
    const { code, err } = await orrery('ls')
    assert.equal(code, 69)
    assert.match(err, /no service runs for .*\n {2}Start it with: (npx )?orrery start/)
    assert.deepEqual(seen, [])
    assert.deepEqual(JSON.parse((await orrery('ls --json')).err), {
      ok: false,
      error: 'unavailable',
      reason: `no service runs for ${home}`,
      hint: 'Start it with: orrery start\nIf its home is another one, set SERVICE_HOME.',
    })
  }))

test('config print names every setting and its source and masks secrets; a wrong one is exit code 78', async () => {
  const environment = { SERVICE_HOME: home, PORT: '9', ACCESS_TOKEN: 'canary' }
  const { code, out } = await orrery('config print', { environment })
  assert.equal(code, 0)
  assert.match(out, /^port +9 +PORT$/m)
  assert.match(out, /^accessToken +\*{8} +ACCESS_TOKEN$/m)
  assert.match(out, /^agents\.shell\.command +\["sh","-c","\{prompt\}"\] +default$/m)
  const json = JSON.parse((await orrery('config print --json', { environment })).out) as { settings: unknown[] }
  assert.deepEqual(json.settings[2], { key: 'port', value: 9, source: 'PORT' })
  await writeFile(join(home, 'config.json'), '{ "hooks": { "autoinstal": false } }')
  const wrong = await orrery('config print')
  await rm(join(home, 'config.json'))
  assert.equal(wrong.code, 78)
  assert.match(wrong.err, /hooks\.autoinstal: is no known key; did you mean hooks\.autoInstall\?/)
})

test('doctor looks at everything, down to a wrong config, and fails with 1', async () => {
  const environment = { SERVICE_HOME: home, PATH: process.env.PATH, SERVICE_PUBLICURL: 'x', GATEWAY_PORT: '9' }
  const { out } = await orrery('doctor --json', { environment })
  const { findings } = JSON.parse(out) as { findings: { name: string; level: string; hints: string[] }[] }
  const levels = Object.fromEntries(findings.map(({ name, level }) => [name, level]))
  assert.equal(levels.node, 'ok')
  assert.equal(levels.service, 'ok')
  assert.equal(levels.config, 'warn')
  assert.equal(levels.gateway, 'warn')
  const hints = findings.find(({ name }) => name === 'config')?.hints
  assert.deepEqual(hints, ['SERVICE_PUBLICURL: did you mean SERVICE_PUBLIC_URL?'])
  const wrong = await orrery('doctor', { environment: { ...environment, PORT: 'x' } })
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /^fail {2}config/m)
})

const usageErrors = ['lss', 'ls --stat x', 'ls --state sleeping', 'stop', 'logs a -n x', 'completion tcsh']
for (const line of usageErrors) {
  test(`orrery ${line} is a usage error`, async () => {
    const { code, out, err } = await orrery(line)
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /error: /)
  })
}

test('without a command, and with --help, the help is printed', async () => {
  for (const line of ['', '--help', 'ls --help']) {
    const { code, out } = await orrery(line)
    assert.equal(code, 0)
    assert.match(out, /^Usage: orrery/)
  }
  assert.match((await orrery('--version')).out, /^\d+\.\d+\.\d+/)
})
