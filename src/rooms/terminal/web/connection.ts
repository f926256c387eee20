// The page's socket to a terminal: it reconnects with backoff while that helps, and says where it stands.
import { call } from '#platform/web/api/call.ts'
import { addressOf } from '#platform/route.ts'
import { isRecord, needsLogin } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { openReconnectingSocket, type ReconnectingSocket } from '#platform/web/live/reconnecting-socket.ts'
import { browserWorld, type Dial, type SocketWorld } from '#platform/web/live/socket-world.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { readScreen, terminalSocketPath } from '../api.ts'
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

export type TerminalConnectionOptions = {
  readonly sessionId: string
  readonly mode: TerminalMode
  readonly size: Size
  readonly onOutput: (bytes: Uint8Array) => void
}

/** How often the service is told what was drawn: well below what it lets run ahead. */
const tellEveryBytes = 64 * 1024
/** The service may be able to do later what it can't do now. */
const worthRetrying: readonly TerminalEnd[] = ['failed', 'too_many', 'device_offline']

type End = { readonly reason: TerminalEnd; readonly message: string }

export function openConnection(
  options: TerminalConnectionOptions,
  world: SocketWorld = browserWorld,
): TerminalConnection {
  return new ReconnectingTerminal(options, world)
}

class ReconnectingTerminal implements TerminalConnection {
  readonly state = createValue<ConnectionState>({ kind: 'connecting' })
  readonly title = createValue('')
  readonly #options: TerminalConnectionOptions
  readonly #socket: ReconnectingSocket
  readonly #stopFollowing: readonly (() => void)[]
  #mode: TerminalMode
  #size: Size
  /** Why the service ended this connection; null while it did not. */
  #end: End | null = null
  #wasAttached = false
  #shown = 0
  #told = 0

  constructor(options: TerminalConnectionOptions, world: SocketWorld) {
    this.#options = options
    this.#mode = options.mode
    this.#size = options.size
    this.#socket = openReconnectingSocket(
      {
        dial: () => this.#dial(),
        onOpen: () => this.#greet(),
        onMessage: (data) => this.#hear(data),
        hadWorked: () => this.#wasAttached,
        isWorthRetrying: () => this.#end === null || worthRetrying.includes(this.#end.reason),
        onLost: () => void this.#lost(),
      },
      world,
    )
    this.#follow()
    this.#stopFollowing = [this.#socket.state.subscribe(() => this.#follow()), onTokenChange(this.#socket.reconnect)]
  }

  readonly type = (text: string | Uint8Array<ArrayBuffer>): void => {
    if (this.state.get().kind !== 'live' || this.#mode !== 'write') return
    this.#socket.send(typeof text === 'string' ? new TextEncoder().encode(text) : text)
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

  readonly reconnect = (): void => this.#socket.reconnect()

  close(): void {
    for (const stop of this.#stopFollowing) stop()
    this.#socket.close()
  }

  #tell(frame: TerminalClientFrame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  #dial(): Dial | null {
    this.#end = null
    this.#wasAttached = false
    this.#shown = 0
    this.#told = 0
    const token = accessToken()
    if (token === null) return null
    const { columns, rows } = this.#size
    const address = { params: { id: this.#options.sessionId }, query: { mode: this.#mode, columns, rows } }
    return { path: addressOf(terminalSocketPath, address), token }
  }

  #greet(): void {
    this.#tell({ type: 'shown', bytes: 0 })
    // The page may have changed its size since it dialled.
    this.#tell({ type: 'resize', ...this.#size })
  }

  #hear(data: unknown): void {
    if (data instanceof ArrayBuffer) return this.#options.onOutput(new Uint8Array(data))
    const frame = readFrame(data)
    if (frame === null) return
    if (frame.type === 'ended') this.#end = frame
    else if (frame.type === 'title') this.title.set(frame.title)
    else {
      this.#wasAttached = true
      this.state.set({ kind: 'live', mode: frame.mode })
      // What was asked for on the way counts, too.
      if (frame.mode !== this.#mode) this.#tell({ type: 'mode', mode: this.#mode })
    }
  }

  /** A socket that opened is no terminal yet: the service says when it is. */
  #follow(): void {
    const link = this.#socket.state.get()
    if (link.kind === 'connecting') this.state.set(link)
    else if (link.kind === 'reconnecting' || link.kind === 'offline') {
      this.state.set({ kind: 'reconnecting', retryAtMs: link.retryAtMs })
    } else if (link.kind === 'resting') {
      if (accessToken() === null) this.state.set({ kind: 'signed_out' })
      else if (this.#end !== null) this.state.set({ kind: 'ended', ...this.#end })
    }
  }

  /** A refused socket says nothing of why; an ordinary request to the same place does. */
  async #lost(): Promise<void> {
    const link = this.#socket.state.get()
    if (link.kind === 'resting') return
    const answer = await call(readScreen, { params: { id: this.#options.sessionId } })
    if (this.#socket.state.get() !== link || answer.ok) return
    if (needsLogin(answer.error)) this.#rest({ kind: 'signed_out' })
    else if (answer.error.status === 404) {
      this.#rest({ kind: 'ended', reason: 'unknown_session', message: answer.error.reason })
    }
  }

  #rest(state: ConnectionState): void {
    this.#socket.rest()
    this.state.set(state)
  }
}

/** The service's frames are trusted in their form; what a newer one adds is skipped. */
function readFrame(data: unknown): TerminalServerFrame | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  const isKnown = isRecord(frame) && ['ready', 'title', 'ended'].includes(String(frame.type))
  return isKnown ? (frame as TerminalServerFrame) : null
}
