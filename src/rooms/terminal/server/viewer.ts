// One viewer of a session's terminal: a tmux client of its own, its keys while it may write, and a word at the end.
import type { Program } from '#platform/server/spawn.ts'
import type { Result } from '#base/result.ts'
import type { RawData, WebSocket } from 'ws'
import {
  terminalClientFrameSchema,
  terminalCloseCodes,
  type TerminalClientFrame,
  type TerminalEnd,
  type TerminalMode,
  type TerminalQuery,
  type TerminalServerFrame,
} from '../contract.ts'
import type { Located, NotLocated } from './locate.ts'
import { createOutput, OutputGate } from './output.ts'
import type { OpenPty, Pty, PtySize } from './pty.ts'

/** Without a pong for this long a viewer counts as dead. */
const deadAfterMs = 30_000

export type ViewerParts = {
  readonly socket: WebSocket
  readonly query: TerminalQuery
  readonly locate: () => Promise<Result<Located, NotLocated>>
  readonly attachProgram: (tmuxId: string, options: { readonly isReadOnly: boolean }) => Program
  readonly openPty: OpenPty
  readonly nowMs: () => number
}

export class TerminalViewer {
  readonly #parts: ViewerParts
  readonly #gate: OutputGate
  #pty: Pty | null = null
  #mode: TerminalMode
  #size: PtySize
  /** What the present attachment is for; null before the first. */
  #attachedMode: TerminalMode | null = null
  #isAttaching = false
  /** Resolves when the last tmux client of this viewer is gone. */
  #clientGone: Promise<void> = Promise.resolve()
  /** Which attachment counts: a change of mode makes a new one, and what the old one still says is dropped. */
  #attachment = 0
  #isOver = false
  #lastPongMs: number

  constructor(parts: ViewerParts) {
    this.#parts = parts
    this.#gate = new OutputGate(parts.socket)
    this.#mode = parts.query.mode
    this.#size = parts.query
    this.#lastPongMs = parts.nowMs()
    parts.socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    parts.socket.on('pong', () => (this.#lastPongMs = parts.nowMs()))
    parts.socket.on('close', () => this.dispose())
    void this.#keepAttached()
  }

  /** Ends a dead viewer, asks a live one for a sign. */
  checkAlive(): void {
    const { socket, nowMs } = this.#parts
    if (nowMs() - this.#lastPongMs >= deadAfterMs) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.ping()
  }

  /** Tells the viewer why, and closes. */
  end(reason: TerminalEnd, message: string): void {
    if (this.#isOver) return
    this.#tell({ type: 'ended', reason, message })
    this.#parts.socket.close(terminalCloseCodes[reason], reason)
    this.dispose()
  }

  /** Detaches; the session lives on. May be called twice. */
  dispose(): void {
    this.#isOver = true
    this.#attachment += 1
    this.#pty?.hangUp()
    this.#pty = null
  }

  /** One attachment after the other, whatever the viewer asks for meanwhile: of several wishes the last one counts. */
  async #keepAttached(): Promise<void> {
    if (this.#isAttaching) return
    this.#isAttaching = true
    while (!this.#isOver && this.#attachedMode !== this.#mode) await this.#attach(this.#mode)
    this.#isAttaching = false
  }

  async #attach(mode: TerminalMode): Promise<void> {
    this.#attachedMode = mode
    this.#attachment += 1
    const own = this.#attachment
    this.#pty?.hangUp()
    this.#pty = null
    await this.#clientGone
    const located = await this.#parts.locate()
    if (own !== this.#attachment) return
    if (!located.ok) return this.end(located.error.reason, located.error.message)
    await this.#open(located.value, mode)
  }

  async #open({ id, view }: Located, mode: TerminalMode): Promise<void> {
    const own = this.#attachment
    const output = createOutput(this.#gate, (frame) => this.#tell(frame))
    const size = this.#size
    const gone = Promise.withResolvers<void>()
    let isReady = false
    const program = this.#parts.attachProgram(id, { isReadOnly: mode === 'read' })
    const opened = await this.#parts.openPty(program, size, {
      onData: (text) => {
        if (own !== this.#attachment) return
        // Keys that come before tmux has taken the terminal over would be lost.
        if (!isReady) this.#tell({ type: 'ready', mode, tmux_session: view.name })
        isReady = true
        output.take(text)
      },
      onExit: () => {
        gone.resolve()
        if (own !== this.#attachment) return
        output.end()
        void this.#afterExit()
      },
    })
    if (!opened.ok) return this.end('failed', `The terminal could not be opened: ${opened.error}.`)
    this.#clientGone = gone.promise
    if (own !== this.#attachment) return opened.value.hangUp()
    this.#pty = opened.value
    this.#gate.watch(opened.value)
    if (this.#size !== size) opened.value.resize(this.#size)
  }

  /** tmux's client has ended: with its session, or because somebody detached it. */
  async #afterExit(): Promise<void> {
    this.#pty = null
    const located = await this.#parts.locate()
    if (located.ok) this.end('detached', 'This viewer was detached; the session goes on.')
    else this.end(located.error.reason, located.error.message)
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    if (isBinary) {
      if (this.#mode === 'write') this.#pty?.write(textOf(data))
      return
    }
    const frame = readFrame(textOf(data))
    if (frame === null) this.end('bad_frame', 'The viewer sent a frame that is none.')
    else this.#obey(frame)
  }

  #obey(frame: TerminalClientFrame): void {
    switch (frame.type) {
      case 'resize':
        this.#size = frame
        this.#pty?.resize(frame)
        return
      case 'shown':
        this.#gate.shown(frame.bytes)
        return
      case 'mode':
        this.#mode = frame.mode
        void this.#keepAttached()
    }
  }

  #tell(frame: TerminalServerFrame): void {
    const { socket } = this.#parts
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString()
}

function readFrame(text: string): TerminalClientFrame | null {
  try {
    return terminalClientFrameSchema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
