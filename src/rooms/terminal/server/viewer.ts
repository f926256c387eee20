// One viewer of a session's terminal: a tmux client of its own, its keys while it may write, and a word at the end.
import type { RawData, WebSocket } from 'ws'
import {
  terminalClientFrameSchema,
  terminalCloseCodes,
  type AttachedTerminal,
  type TerminalClientFrame,
  type TerminalEnd,
  type TerminalMode,
  type TerminalQuery,
  type TerminalServerFrame,
} from '../contract.ts'
import { createOutput, OutputGate } from './output.ts'
import type { TerminalSource } from './source.ts'

/** Without a pong for this long a viewer counts as dead. */
const deadAfterMs = 30_000

export type TerminalViewerParts = {
  readonly socket: WebSocket
  readonly query: TerminalQuery
  readonly source: Pick<TerminalSource, 'attach'>
  readonly nowMs: () => number
  /** The terminal may have another size now. */
  readonly sized: () => void
}

export class TerminalViewer {
  readonly #parts: TerminalViewerParts
  readonly #gate: OutputGate
  #terminal: AttachedTerminal | null = null
  #mode: TerminalMode
  #size: Pick<TerminalQuery, 'columns' | 'rows'>
  /** What the present attachment is for; null before the first. */
  #attachedMode: TerminalMode | null = null
  #isAttaching = false
  /** Resolves when the last tmux client of this viewer is gone. */
  #clientGone: Promise<void> = Promise.resolve()
  /** Which attachment counts: a change of mode makes a new one, and what the old one still says is dropped. */
  #attachment = 0
  #isOver = false
  #lastPongMs: number

  constructor(parts: TerminalViewerParts) {
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
    this.#terminal?.hangUp()
    this.#terminal = null
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
    this.#terminal?.hangUp()
    this.#terminal = null
    await this.#clientGone
    if (!this.#isOver) await this.#open(mode)
  }

  async #open(mode: TerminalMode): Promise<void> {
    const own = this.#attachment
    const isWanted = (): boolean => own === this.#attachment
    const output = createOutput(this.#gate, (frame) => this.#tell(frame))
    const { columns, rows } = this.#size
    const gone = Promise.withResolvers<void>()
    let isReady = false
    const wish = { mode, columns, rows }
    const attached = await this.#parts.source.attach(wish, {
      isWanted,
      onData: (text) => {
        if (!isWanted() || !attached.ok) return
        // Keys that come before tmux has taken the terminal over would be lost.
        if (!isReady) this.#parts.sized()
        if (!isReady) this.#tell({ type: 'ready', mode, tmux_session: attached.value.tmuxSession })
        isReady = true
        output.take(text)
      },
      onEnd: ({ reason, message }) => {
        gone.resolve()
        if (!isWanted()) return
        output.end()
        this.#terminal = null
        this.end(reason, message)
      },
    })
    if (!attached.ok) return isWanted() ? this.end(attached.error.reason, attached.error.message) : undefined
    this.#clientGone = gone.promise
    if (!isWanted()) return attached.value.hangUp()
    this.#terminal = attached.value
    this.#gate.watch(attached.value)
    if (this.#size.columns !== columns || this.#size.rows !== rows) attached.value.resize(this.#size)
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    if (isBinary) {
      if (this.#mode === 'write') this.#terminal?.write(textOf(data))
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
        this.#terminal?.resize(frame)
        this.#parts.sized()
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
