// The one socket of the page: dials again with backoff after each loss, at once when the network or the person comes back,
// and rests where another try would not help.
import { createValue, type ValueStore } from '../store/value-store.ts'
import { backoffMs } from './backoff.ts'
import { browserWorld, type Dial, type SocketWorld, type WorldSocket } from './socket-world.ts'

export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly retryAtMs: number }
  /** Tries no more until `reconnect`. */
  | { readonly kind: 'resting' }
  /** Without a connection for so long that the page says since when it is blind. */
  | { readonly kind: 'offline'; readonly sinceMs: number; readonly retryAtMs: number }

export type SocketHandlers = {
  /** Asked at each try, so that a new login and a new position are used at once; null where nothing can be dialled now. */
  readonly dial: () => Dial | null
  readonly onOpen?: (socket: WorldSocket) => void
  /** A text, or bytes as an ArrayBuffer. `isFirst` marks the first message of a connection. */
  readonly onMessage: (data: unknown, isFirst: boolean) => void
  /** It was lost and another try is planned; `hadOpened` is false for one that was refused, of which nothing more is told. */
  readonly onLost?: (hadOpened: boolean) => void
  /** Whether the lost connection had been of use, so that waits begin short again; default: it had opened. */
  readonly hadWorked?: () => boolean
  /** Whether another try helps after this loss; default: always. */
  readonly isWorthRetrying?: () => boolean
}

export interface ReconnectingSocket {
  readonly state: ValueStore<LinkState>
  /** Sends when connected, else does nothing: whoever connects anew says where it stands in `onOpen`. */
  readonly send: (data: string | Uint8Array<ArrayBuffer>) => void
  /** Dials now, without waiting: after a login, after a gap, or when a person does not want to wait. */
  readonly reconnect: () => void
  readonly rest: () => void
  /** Ends it for good. May be called twice. */
  readonly close: () => void
}

/** Without a connection for this long the page no longer says 'reconnecting' but since when it is blind. */
export const offlineAfterMs = 20_000

/** Dials at once. */
export function openReconnectingSocket(
  handlers: SocketHandlers,
  world: SocketWorld = browserWorld,
): ReconnectingSocket {
  return new Reconnecting(handlers, world)
}

/** One object, so that messages do not look like news of the connection. */
const live: LinkState = { kind: 'live' }
const connecting: LinkState = { kind: 'connecting' }
const resting: LinkState = { kind: 'resting' }

class Reconnecting implements ReconnectingSocket {
  readonly state = createValue<LinkState>(connecting)
  readonly #handlers: SocketHandlers
  readonly #world: SocketWorld
  readonly #stopWatching: () => void
  #socket: WorldSocket | null = null
  #tries = 0
  #lostAtMs: number
  #stopTimer: (() => void) | null = null

  constructor(handlers: SocketHandlers, world: SocketWorld) {
    this.#handlers = handlers
    this.#world = world
    this.#lostAtMs = world.nowMs()
    this.#stopWatching = world.watch({ onChance: this.#takeChance, onDoubt: this.reconnect })
    this.#connect()
  }

  readonly send = (data: string | Uint8Array<ArrayBuffer>): void => {
    if (this.#socket?.isOpen() === true) this.#socket.send(data)
  }

  readonly reconnect = (): void => {
    this.#tries = 0
    this.#connect()
  }

  readonly rest = (): void => {
    this.#abandon()
    this.state.set(resting)
  }

  readonly close = (): void => {
    this.#stopWatching()
    this.#abandon()
  }

  /** One that rests was told that trying does not help; only a login or a person changes that. */
  readonly #takeChance = (): void => {
    const { kind } = this.state.get()
    if (kind === 'reconnecting' || kind === 'offline') this.reconnect()
  }

  #connect(): void {
    this.#abandon()
    const dial = this.#handlers.dial()
    if (dial === null) return this.state.set(resting)
    // What was lost a moment ago goes on saying so until it is back; what rested begins anew.
    if (this.state.get().kind === 'resting') this.state.set(connecting)
    let hadOpened = false
    let isFirst = true
    const socket = this.#world.open(dial, {
      onOpen: () => {
        hadOpened = true
        this.state.set(live)
        this.#handlers.onOpen?.(socket)
      },
      onMessage: (data) => {
        if (this.#socket !== socket) return
        const wasFirst = isFirst
        isFirst = false
        this.#handlers.onMessage(data, wasFirst)
      },
      onClose: () => {
        if (this.#socket === socket) this.#lose(hadOpened)
      },
    })
    this.#socket = socket
  }

  #lose(hadOpened: boolean): void {
    const { hadWorked, isWorthRetrying, onLost } = this.#handlers
    this.#abandon()
    if (hadOpened) this.#lostAtMs = this.#world.nowMs()
    if (hadWorked?.() ?? hadOpened) this.#tries = 0
    if (isWorthRetrying?.() === false) this.state.set(resting)
    else this.#retryLater()
    onLost?.(hadOpened)
  }

  #retryLater(): void {
    const world = this.#world
    const waitMs = backoffMs(this.#tries, world.random())
    this.#tries += 1
    const now = world.nowMs()
    const sinceMs = this.#lostAtMs
    const retryAtMs = now + waitMs
    const isOffline = !world.isOnLine() || now - sinceMs > offlineAfterMs
    this.state.set(isOffline ? { kind: 'offline', sinceMs, retryAtMs } : { kind: 'reconnecting', retryAtMs })
    this.#stopTimer = world.after(waitMs, () => this.#connect())
  }

  #abandon(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    const old = this.#socket
    this.#socket = null
    old?.close()
  }
}
