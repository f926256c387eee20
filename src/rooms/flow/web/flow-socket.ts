// The page's socket to /ws/flow: open while the page is shown, back with a fresh snapshot after each gap.
import { isRecord } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { backoffMs } from '#platform/web/live/backoff.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { FlowFrame } from '../contract.ts'

export type FlowSocketState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly retryAtMs: number }
  | { readonly kind: 'resting' }

export interface FlowSocket {
  readonly state: ValueStore<FlowSocketState>
  /** Asks for the output of this run, now and after each reconnect; null for none. */
  readonly follow: (runId: string | null) => void
  readonly reconnect: () => void
  /** Tries no more until `reconnect`. */
  readonly rest: () => void
  close(): void
}

type Options = {
  readonly onFrame: (frame: FlowFrame) => void
  /** It closed before it opened, which is also how a refusal looks. */
  readonly onRefused: () => void
}

export function openFlowSocket(options: Options): FlowSocket {
  return new ReconnectingFlow(options)
}

const live: FlowSocketState = { kind: 'live' }

class ReconnectingFlow implements FlowSocket {
  readonly state = createValue<FlowSocketState>({ kind: 'connecting' })
  readonly #options: Options
  readonly #stopWatching: (() => void)[]
  #socket: WebSocket | null = null
  #followed: string | null = null
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#stopWatching = [onTokenChange(() => this.reconnect()), watchChances(() => this.#takeChance())]
    this.#connect()
  }

  readonly follow = (runId: string | null): void => {
    if (this.#followed === runId) return
    this.#followed = runId
    this.#tell()
  }

  readonly reconnect = (): void => {
    this.#tries = 0
    this.#connect()
  }

  readonly rest = (): void => {
    this.#abandon()
    this.state.set({ kind: 'resting' })
  }

  close(): void {
    for (const stop of this.#stopWatching) stop()
    this.#abandon()
  }

  #tell(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify({ type: 'follow', run_id: this.#followed }))
  }

  #takeChance(): void {
    if (this.state.get().kind === 'reconnecting') this.reconnect()
  }

  #connect(): void {
    this.#abandon()
    const url = new URL('/ws/flow', location.href)
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const token = accessToken()
    const socket = new WebSocket(url.href, token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`])
    this.#socket = socket
    let hasOpened = false
    socket.addEventListener('open', () => {
      hasOpened = true
      this.#tries = 0
      this.state.set(live)
      if (this.#followed !== null) this.#tell()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const frame = this.#socket === socket ? readFrame(data) : null
      if (frame !== null) this.#options.onFrame(frame)
    })
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      this.#retryLater()
      if (!hasOpened) this.#options.onRefused()
    })
  }

  #retryLater(): void {
    this.#abandon()
    const waitMs = backoffMs(this.#tries, Math.random())
    this.#tries += 1
    this.state.set({ kind: 'reconnecting', retryAtMs: Date.now() + waitMs })
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

/** Networks that come back and pages that are looked at again are worth a try at once. */
function watchChances(onChance: () => void): () => void {
  const onShow = () => {
    if (document.visibilityState === 'visible') onChance()
  }
  globalThis.addEventListener('online', onChance)
  document.addEventListener('visibilitychange', onShow)
  return () => {
    globalThis.removeEventListener('online', onChance)
    document.removeEventListener('visibilitychange', onShow)
  }
}

const known = ['snapshot', 'changes', 'errors', 'output']

/** The service's frames are trusted in their form; what a newer one adds is skipped. */
function readFrame(data: unknown): FlowFrame | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  return isRecord(frame) && known.includes(String(frame.type)) ? (frame as FlowFrame) : null
}
