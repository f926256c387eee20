// For tests: the terminal room on a real server with a real tmux, and viewers as a page would be.
import { WebSocket } from 'ws'
import { systemClock } from '#platform/server/clock.ts'
import { startTestServer, testToken, type TestServer } from '#platform/server/http/testing/test-server.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestTmux, until, type TestTmux } from '#platform/server/tmux/tmux.testkit.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { TerminalClientFrame, TerminalServerFrame } from '../contract.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openTerminalRoom, type Terminals } from './index.ts'
import type { TerminalHere } from '../contract.ts'

export type Rig = AsyncDisposable & {
  readonly tmux: Tmux
  readonly server: TestTmux
  readonly http: TestServer
  readonly terminals: Terminals
  /** Sessions by id; the test may add what it likes. */
  readonly known: Map<string, TerminalHere>
  /** What was told of sizes. */
  readonly sizes: readonly string[]
  /** Starts a program in tmux as the session with this id. */
  readonly start: (id: string, ...argv: readonly string[]) => Promise<TerminalHere>
}

/** With `shown`, viewers see that program instead of a tmux client. */
export async function startRig(env: NodeJS.ProcessEnv, shown?: readonly string[]): Promise<Rig> {
  const server = startTestTmux(env)
  const real = createTmux({ socketName: server.socketName, env: server.env, log: silentLog })
  const tmux: Tmux = shown === undefined ? real : { ...real, attachProgram: () => ({ argv: shown, env: server.env }) }
  const known = new Map<string, TerminalHere>()
  const ground = {
    tmux,
    environment: server.env,
    machine: { userName: 'me', hostName: 'here' },
    clock: systemClock,
    timers: systemTimers,
    config: { publicUrl: null, tmuxSocket: server.socketName },
  }
  const sizes: string[] = []
  const terminals = openTerminalRoom(ground, {
    findTerminal: (id) => known.get(id) ?? null,
    nodeOf: async () => null,
    ofDevices: null,
    tellSize: (id, { columns, rows }) => sizes.push(`${id} ${columns}x${rows}`),
  })
  const http = await startTestServer({ mount: (http) => mountRoom(http, terminals) })
  return {
    tmux,
    server,
    http,
    terminals,
    known,
    sizes,
    async start(id, ...argv) {
      const name = `agent-${id}`
      const made = await tmux.create({ name, workingDir: server.folder, env: {}, argv, pipeTo: null })
      if (!made.ok) throw new Error(made.error.reason)
      const terminal = { kind: 'here', tmuxId: made.value.id, tmuxSession: name } as const
      known.set(id, terminal)
      return terminal
    },
    async [Symbol.asyncDispose]() {
      await terminals[Symbol.asyncDispose]()
      await http.stop()
      server[Symbol.dispose]()
    },
  }
}

export type ViewerOptions = {
  readonly query?: string
  /** Null: none is offered. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Viewer extends Disposable {
  readonly socket: WebSocket
  /** All output so far. */
  readonly output: () => string
  readonly frames: readonly TerminalServerFrame[]
  readonly type: (text: string) => void
  readonly tell: (frame: TerminalClientFrame) => void
  /** Waits until the output since the last call holds the text. */
  readonly shows: (text: string) => Promise<void>
  readonly ready: () => Promise<void>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
}

export function openViewer(rig: Rig, id: string, options: ViewerOptions = {}): Viewer {
  const { query = 'mode=write', token = testToken, headers = {} } = options
  const protocols = token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`]
  const address = `${rig.http.url.replace('http', 'ws')}/ws/terminal/${encodeURIComponent(id)}?${query}`
  const socket = new WebSocket(address, protocols, { headers })
  const frames: TerminalServerFrame[] = []
  let output = ''
  let looked = 0
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) output += data.toString()
    else frames.push(JSON.parse(data.toString()) as TerminalServerFrame)
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return {
    socket,
    frames,
    output: () => output,
    type: (text) => socket.send(Buffer.from(text)),
    tell: (frame) => socket.send(JSON.stringify(frame)),
    async shows(text) {
      await until(`output holds ${JSON.stringify(text)}`, () => output.includes(text, looked))
      looked = output.indexOf(text, looked) + text.length
    },
    ready: () => until('the terminal is ready', () => frames.some(({ type }) => type === 'ready')),
    closed,
    [Symbol.dispose]: () => socket.terminate(),
  }
}
