// The page's socket to a terminal: it reconnects with backoff while that helps, and says where it stands.
import { call } from '#platform/web/api/client.ts'
import { isRecord, needsLogin } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { backoffMs } from '#platform/web/live/backoff.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { TerminalClientFrame, TerminalEnd, TerminalMode, TerminalServerFrame } from '../contract.ts'
import type { Size } from './emulator.ts'

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly mode: TerminalMode }
  | { readonly kind: 'reconnecting'; readonly retryAtMs: number }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'ended'; readonly reason: TerminalEnd; readonly message: string }

export interface TerminalConnection {
  close(): void
  readonly state: ValueStore<ConnectionState>
  readonly title: ValueStore<string>
  readonly type: (text: string | Uint8Array<ArrayBuffer>) => void
  readonly resize: (size: Size) => void
  readonly setMode: (mode: TerminalMode) => void
  /** Tells the service that so many more bytes were drawn. */
  readonly shown: (bytes: number) => void
  readonly reconnect: () => void
}

export type ConnectionOptions = {
  readonly sessionId: string
  readonly mode: TerminalMode
  readonly size: Size
  readonly onOutput: (bytes: Uint8Array) => void
}

/** How often the service is told what was drawn: well below what it lets run ahead. */
const tellEveryBytes = 64 * 1024
/** The service may be able to do later what it can't do now. */
const worthRetrying: readonly TerminalEnd[] = ['failed', 'too_many']

export function openConnection(options: ConnectionOptions): TerminalConnection {
  return new ReconnectingTerminal(options)
}

class ReconnectingTerminal implements TerminalConnection {
  readonly state = createValue<ConnectionState>({ kind: 'connecting' })
  readonly title = createValue('')
  readonly #options: ConnectionOptions
  readonly #stopWatching: () => void
  #mode: TerminalMode
  #size: Size
  #socket: WebSocket | null = null
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #shown = 0
  #told = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#mode = options.mode
    this.#size = options.size
    this.#stopWatching = onTokenChange(() => this.reconnect())
    this.#connect()
  }

  readonly type = (text: string | Uint8Array<ArrayBuffer>): void => {
    if (this.state.get().kind !== 'live' || this.#mode !== 'write') return
    this.#socket?.send(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  }

  readonly resize = (size: Size): void => {
    this.#size = size
    this.#tell({ type: 'resize', ...size })
  }

  readonly setMode = (mode: TerminalMode): void => {
    this.#mode = mode
    this.#tell({ type: 'mode', mode })
  }

  readonly shown = (bytes: number): void => {
    this.#shown += bytes
    if (this.#shown - this.#told < tellEveryBytes) return
    this.#told = this.#shown
    this.#tell({ type: 'shown', bytes: this.#shown })
  }

  readonly reconnect = (): void => {
    this.#tries = 0
    this.#connect()
  }

  close(): void {
    this.#stopWatching()
    this.#abandon()
  }

  #tell(frame: TerminalClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #connect(): void {
    this.#abandon()
    const token = accessToken()
    if (token === null) return this.state.set({ kind: 'signed_out' })
    const socket = new WebSocket(this.#address(), ['orrery', `orrery.token.${token}`])
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#shown = 0
    this.#told = 0
    let end: { readonly reason: TerminalEnd; readonly message: string } | null = null
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (this.#socket !== socket) return
      if (data instanceof ArrayBuffer) return this.#options.onOutput(new Uint8Array(data))
      const frame = readFrame(data)
      if (frame?.type === 'ended') end = frame
      else if (frame !== null) this.#take(frame)
    })
    socket.addEventListener('open', () => {
      this.#tell({ type: 'shown', bytes: 0 })
      // The page may have changed its size since it dialled.
      this.#tell({ type: 'resize', ...this.#size })
    })
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      if (end !== null && !worthRetrying.includes(end.reason)) this.state.set({ kind: 'ended', ...end })
      else void this.#retry()
    })
  }

  #take(frame: Exclude<TerminalServerFrame, { type: 'ended' }>): void {
    if (frame.type === 'title') return this.title.set(frame.title)
    this.#tries = 0
    this.state.set({ kind: 'live', mode: frame.mode })
    // What was asked for on the way counts, too.
    if (frame.mode !== this.#mode) this.#tell({ type: 'mode', mode: this.#mode })
  }

  /** A refused socket says nothing of why; an ordinary request to the same place does. */
  async #retry(): Promise<void> {
    this.#abandon()
    const waitMs = backoffMs(this.#tries, Math.random())
    this.#tries += 1
    this.state.set({ kind: 'reconnecting', retryAtMs: Date.now() + waitMs })
    this.#timer = setTimeout(() => this.#connect(), waitMs)
    const timer = this.#timer
    const answer = await call(`/api/agents/${encodeURIComponent(this.#options.sessionId)}/screen`)
    if (this.#timer !== timer || answer.ok) return
    if (needsLogin(answer.error)) this.#rest({ kind: 'signed_out' })
    else if (answer.error.status === 404) {
      this.#rest({ kind: 'ended', reason: 'unknown_session', message: answer.error.reason })
    }
  }

  #rest(state: ConnectionState): void {
    this.#abandon()
    this.state.set(state)
  }

  #address(): string {
    const url = new URL(`/ws/terminal/${encodeURIComponent(this.#options.sessionId)}`, location.href)
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const { columns, rows } = this.#size
    url.search = new URLSearchParams({ mode: this.#mode, columns: String(columns), rows: String(rows) }).toString()
    return url.href
  }

  #abandon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const old = this.#socket
    this.#socket = null
    old?.close()
  }
}

/** The service's frames are trusted in their form; what a newer one adds is skipped. */
function readFrame(data: unknown): TerminalServerFrame | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  const isKnown = isRecord(frame) && ['ready', 'title', 'ended'].includes(String(frame.type))
  return isKnown ? (frame as TerminalServerFrame) : null
}
