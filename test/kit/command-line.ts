// A home with a service that answers from a table, and the command line run against it in this process.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CliProcess } from '#platform/server/cli/cli.ts'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { lockHome, type HomeLock } from '#platform/server/files/home-lock.ts'
import { writeServiceInfo } from '#platform/server/files/service-info.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { buildProgram } from '#app/program.ts'

export const token = 'canary-access-token'
const at = '2026-11-20T08:00:00.000Z'

export function session(id: string, more: Partial<Session> = {}): Session {
  return {
    id,
    agent_type: 'shell',
    tmux_session: `agent-shell-${id}`,
    label: `label ${id}`,
    prompt: 'make test',
    task_id: null,
    depends_on: [],
    state: 'running',
    last_activity: at,
    created_at: at,
    started_at: at,
    ended_at: null,
    exit_code: null,
    end_reason: null,
    working_dir: '/work',
    interactive: false,
    origin: 'launched',
    tmux_alive: true,
    device_id: null,
    blocked_by: [],
    harness: null,
    state_since: at,
    cause: null,
    last_message: null,
    runnable: true,
    stopping: null,
    ...more,
  }
}

const sessions = [
  session('aaa1', { label: 'runs' }),
  session('aab2', { label: 'done', state: 'completed', tmux_alive: false, ended_at: at, end_reason: 'exit' }),
  session('bbb3', {
    label: 'asks\u001B[31m',
    state: 'awaiting_review',
    cause: { event: 'hook.to_review', source: 'hook', metadata: 'needs permission', at },
  }),
  session('ccc4', { label: 'broke', state: 'failed', exit_code: 3, ended_at: at, end_reason: 'exit_error' }),
  session('ddd5', { label: 'queued', state: 'idle', blocked_by: ['T-1', 'T-2'] }),
]

type Seen = { readonly route: string; readonly token: string | undefined; readonly body: unknown }
export type Reply = {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const seen: Seen[] = []
/** Answers by `METHOD path`; a test may lay its own over them. */
export const routes: Record<string, Reply | (() => Reply)> = {
  'GET /api/hooks/sessions': { json: { sessions } },
  'GET /api/agents': { json: { agents: [] } },
  'POST /api/agents/launch': { status: 201, json: { session: session('new1') } },
  'POST /api/agents/stop': { json: { session: session('aaa1', { state: 'failed' }) } },
  'PATCH /api/hooks/sessions/ccc4': { json: { session: session('ccc4', { state: 'running' }), changed: true } },
  'PATCH /api/hooks/sessions/bbb3': { json: { session: session('bbb3', { state: 'running' }), changed: true } },
  'DELETE /api/hooks/sessions/ccc4?kill=true': { json: { ok: true } },
  'DELETE /api/hooks/sessions/ccc4': { json: { ok: true } },
  'DELETE /api/hooks/sessions/aab2': { json: { ok: true } },
  'POST /api/system/login-links': {
    json: { url: 'http://127.0.0.1:1/#login=abc', code: 'abc', expires_at: at },
  },
  'GET /api/agents/aaa1/log?tail=262144': {
    text: 'one\r\ntwo \u001B[31mred\u001B[0m\r\n\u001B]0;title\u0007three\r\n',
    headers: { 'x-log-next': 'a.0' },
  },
  'POST /api/hooks/ingest': { json: { ok: true, changed: false, session: session('aaa1') } },
  'GET /healthz': { json: { status: 'ok' } },
}

async function answer(request: IncomingMessage): Promise<Reply> {
  const route = `${request.method} ${request.url}`
  const body = await text(request)
  seen.push({ route, token: request.headers.authorization, body: body === '' ? null : JSON.parse(body) })
  const missing = { ok: false, error: 'not_found', reason: 'There is no such thing.', hint: 'Look with orrery ls.' }
  const reply = routes[route]
  return (typeof reply === 'function' ? reply() : reply) ?? { status: 404, json: missing }
}

const server = createServer((request, response) => {
  void answer(request).then(({ status = 200, json, text: plain, headers }) => {
    response.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json', ...headers })
    return response.end(json === undefined ? plain : JSON.stringify(json))
  })
})

/** `$SERVICE_HOME` of the commands; valid between open and close. */
export let home = ''
let lock: HomeLock | null = null

/** Starts the service that the commands of the test will find. */
export async function openBench(): Promise<void> {
  home = await mkdtemp(join(tmpdir(), 'orrery-cli-'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  lock = lockHome(home)
  writeServiceInfo(home, { pid: process.pid, url: `http://127.0.0.1:${port}`, hook_port: port, started_at_ms: 1 })
  await writeFile(join(home, 'hook-port'), `${port}\n`)
  await writeFile(join(home, 'access-token'), `${token}\n`, { mode: 0o600 })
}

export async function closeBench(): Promise<void> {
  lock?.[Symbol.dispose]()
  server.close()
  await rm(home, { recursive: true })
}

/** As if the service had been killed: its file stays, its lock is gone. */
export async function withoutService(act: () => Promise<void>): Promise<void> {
  lock?.[Symbol.dispose]()
  try {
    await act()
  } finally {
    lock = lockHome(home)
  }
}

export type Run = {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly ran: readonly string[][]
}

export async function orrery(line: string, around: Partial<CliProcess> = {}): Promise<Run> {
  let out = ''
  let err = ''
  const ran: string[][] = []
  seen.length = 0
  const cli = createCli({
    environment: { SERVICE_HOME: home, PATH: process.env.PATH },
    userHome: home,
    workingDir: '/work/here',
    ownArgv: [],
    stdout: { write: (part) => (out += part) },
    stderr: { write: (part) => (err += part) },
    readStdin: async () => 'from stdin\n',
    readLine: async () => '',
    readSecret: async () => '',
    runOnTerminal: async (argv) => {
      ran.push([...argv])
      return 0
    },
    takeTerminal: () => null,
    catchSignals: () => AbortSignal.abort(),
    ...around,
  })
  const args = line.split(' ').filter((word) => word !== '')
  const code = await runCommandLine(buildProgram(cli), cli, args)
  return { code, out, err, ran }
}

export const asked = (): string[] =>
  seen.map(({ route }) => route).filter((route) => route !== 'GET /api/hooks/sessions')
