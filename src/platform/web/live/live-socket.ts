// Keeps one socket to the service: it reconnects with backoff, resumes by sequence number, and asks for a snapshot after a gap.
import { secondMs } from '#base/time.ts'
import { isRecord } from '../api/problem.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'
import { backoffMs } from './backoff.ts'
import { judgeFrame, type Numbered } from './sequence.ts'
import { watchTheMachine } from './watch-the-machine.ts'

export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly retryAtMs: number }
  | { readonly kind: 'resting' }
  | { readonly kind: 'offline'; readonly sinceMs: number; readonly retryAtMs: number }

type LiveSocketOptions = {
  readonly path: string
  /** Asked at each connect, so that a new login is used at once. */
  readonly protocols: () => string[]
  /** Frames in order and without gaps. */
  readonly onFrame: (frame: Numbered) => void
  /** The connection failed before it opened, which is also how a refusal looks; may be called at each try. */
  readonly onRefused: () => void
}

export type LiveSocket = {
  readonly state: ValueStore<LiveState>
  /** The number of the last frame that was applied, or null. */
  readonly seq: () => number | null
  readonly start: () => void
  /** Connects now: after a login, or when a person does not want to wait. */
  readonly reconnect: () => void
  /** Tries no more until `reconnect`: trying again would not help. */
  readonly rest: () => void
}

/** Without a connection for this long the page no longer says 'reconnecting' but since when it is blind. */
const offlineAfterMs = 20 * secondMs

export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  return new ReconnectingSocket(options)
}

/** One object, so that frames do not look like news of the connection. */
const live: LiveState = { kind: 'live' }

class ReconnectingSocket implements LiveSocket {
  readonly state = createValue<LiveState>({ kind: 'connecting' })
  readonly #options: LiveSocketOptions
  #socket: WebSocket | null = null
  #lastSeq: number | null = null
  #tries = 0
  #lostAtMs = Date.now()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: LiveSocketOptions) {
    this.#options = options
  }

  readonly seq = (): number | null => this.#lastSeq

  readonly start = (): void => {
    this.#connect()
    watchTheMachine({
      onChance: () => {
        if (this.state.get().kind !== 'live') this.reconnect()
      },
      onDoubt: this.reconnect,
    })
  }

  readonly reconnect = (): void => {
    this.#tries = 0
    this.#connect()
  }

  readonly rest = (): void => {
    this.#abandon()
    this.state.set({ kind: 'resting' })
  }

  #connect(): void {
    this.#abandon()
    const { path, protocols, onRefused } = this.#options
    const socket = new WebSocket(address(path, this.#lastSeq), protocols())
    this.#socket = socket
    let hasOpened = false
    let isFirst = true
    socket.addEventListener('open', () => {
      hasOpened = true
      this.#tries = 0
      this.state.set(live)
    })
    socket.addEventListener('message', (event) => {
      if (this.#socket !== socket) return
      this.#take(event.data, isFirst)
      isFirst = false
    })
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      if (hasOpened) this.#lostAtMs = Date.now()
      this.#retryLater()
      if (!hasOpened) onRefused()
    })
  }

  #take(data: unknown, isFirst: boolean): void {
    const frame = readFrame(data)
    if (frame === null) return
    const verdict = judgeFrame(frame, this.#lastSeq, isFirst)
    if (verdict === 'gap') {
      this.#lastSeq = null
      this.#connect()
    } else if (verdict === 'apply') {
      this.#lastSeq = frame.seq
      this.#options.onFrame(frame)
    }
  }

  #retryLater(): void {
    this.#abandon()
    const waitMs = backoffMs(this.#tries, Math.random())
    this.#tries += 1
    const now = Date.now()
    const sinceMs = this.#lostAtMs
    const retryAtMs = now + waitMs
    const isOffline = !navigator.onLine || now - sinceMs > offlineAfterMs
    this.state.set(isOffline ? { kind: 'offline', sinceMs, retryAtMs } : { kind: 'reconnecting', retryAtMs })
    this.#timer = setTimeout(() => this.#connect(), waitMs)
  }

  #abandon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const old = this.#socket
    this.#socket = null
    old?.close()
  }
}

function address(path: string, since: number | null): string {
  const url = new URL(path, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  if (since !== null) url.searchParams.set('since', String(since))
  return url.href
}

/** A frame this page understands, or null; what the service sends beyond that is for newer pages. */
function readFrame(data: unknown): Numbered | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  if (!isRecord(frame) || typeof frame.seq !== 'number') return null
  return frame.type === 'snapshot' || frame.type === 'changes' ? (frame as Numbered) : null
}
