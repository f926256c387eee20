// Keeps one connection to the gateway: opens it, opens it again when it ends, and says how things stand.
import { setTimeout as wait } from 'node:timers/promises'
import { err, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { PeerOwners } from '../access/peer-owners.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { connectionLimits, openConnection, type ConnectionLimits, type GatewayConnection } from './connection.ts'
import type { GatewayEvent } from './frames.ts'
import { problem, startHint, type GatewayProblem } from './problems.ts'
import { retryDelayMs } from './retry-delay.ts'
import type { FindToken, FoundToken } from './token.ts'

/** `sinceMs` and `nextTryMs` are epoch milliseconds. */
export type GatewayState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly sinceMs: number; readonly problem: GatewayProblem | null }
  | { readonly kind: 'connected'; readonly sinceMs: number; readonly version: string }
  | {
      readonly kind: 'waiting'
      readonly sinceMs: number
      readonly problem: GatewayProblem
      readonly nextTryMs: number
    }

export interface GatewayClient extends AsyncDisposable {
  /** Begins to connect; answers at once. */
  start(): void
  state(): GatewayState
  /** Where the token of the last try came from. */
  tokenSource(): FoundToken['source']
  /** Refuses at once while there is no connection. */
  request(method: string, params: object, timeoutMs?: number): Promise<Result<unknown, GatewayProblem>>
}

export type GatewayClientOptions = {
  readonly url: string
  /** Asked before each try, since the gateway's own file may have changed. */
  readonly findToken: FindToken
  readonly version: string
  readonly random: () => number
  readonly clock: Clock
  readonly log: Log
  /** Every event but ticks' and the greeting's; in order. Must not throw. */
  readonly onEvent: (event: GatewayEvent) => void
  /** After each change of the state. Must not throw. */
  readonly onState: (state: GatewayState) => void
  readonly limits?: ConnectionLimits
  /** Tells whose program listens on this machine; default: as this system tells it. */
  readonly owners?: Pick<PeerOwners, 'look'>
}

/** A connection that ends sooner than this counts as a failed try, so that a gateway that keeps failing is not stormed. */
const steadyMs = 10 * secondMs

export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const now = (): number => options.clock.now()
  const controller = new AbortController()
  const tell = tellOnce(options)
  let state: GatewayState = { kind: 'off' }
  let source: FoundToken['source'] = 'none'
  let connection: GatewayConnection | null = null
  let downSinceMs: number | null = null
  let running = Promise.resolve()

  function enter(next: GatewayState): void {
    state = next
    tell(next)
    options.onState(next)
  }

  /** One try from beginning to end; answers why it ended and whether it had lasted. */
  async function tryOnce(before: GatewayProblem | null): Promise<{ ended: GatewayProblem; lasted: boolean }> {
    enter({ kind: 'connecting', sinceMs: (downSinceMs ??= now()), problem: before })
    const { found, opened } = await open(options, controller.signal)
    source = found.source
    if (!opened.ok) return { ended: opened.error, lasted: false }
    connection = opened.value
    const sinceMs = now()
    enter({ kind: 'connected', sinceMs, version: opened.value.hello.server.version })
    const ended = await opened.value.ended
    connection = null
    downSinceMs = now()
    return { ended, lasted: now() - sinceMs >= steadyMs }
  }

  async function run(): Promise<void> {
    let tries = 0
    let before: GatewayProblem | null = null
    while (!controller.signal.aborted) {
      const { ended, lasted } = await tryOnce(before)
      if (controller.signal.aborted) break
      before = ended
      tries = lasted ? 1 : tries + 1
      const delayMs = retryDelayMs({ tries, refused: isRefusal(ended), random: options.random() })
      const nextTryMs = now() + delayMs
      enter({ kind: 'waiting', sinceMs: downSinceMs ?? now(), problem: ended, nextTryMs })
      await pause(delayMs, controller.signal)
    }
    enter({ kind: 'off' })
  }

  return {
    start() {
      if (state.kind === 'off' && !controller.signal.aborted) running = run()
    },
    state: () => state,
    tokenSource: () => source,
    request: async (...question) => connection?.request(...question) ?? err(notConnected(state)),
    async [Symbol.asyncDispose]() {
      controller.abort()
      await running
    },
  }
}

async function open(options: GatewayClientOptions, signal: AbortSignal) {
  const found = await options.findToken()
  const { limits = connectionLimits } = options
  return { found, opened: await openConnection({ ...options, token: found.token, limits, signal }) }
}

/** Ends early, and as well, when the client ends. */
async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await wait(delayMs, undefined, { signal }).catch(() => {})
}

/** What stays so until a person acts. */
function isRefusal({ code }: GatewayProblem): boolean {
  return code === 'stranger' || code === 'unauthorized' || code === 'not_paired' || code === 'protocol'
}

function notConnected(state: GatewayState): GatewayProblem {
  if (state.kind === 'waiting') return state.problem
  if (state.kind === 'connecting' && state.problem !== null) return state.problem
  return problem('unreachable', 'The gateway is not connected yet.', startHint)
}

/** A gateway that is not there is no event: each kind of failure is told once until a connection was made. */
function tellOnce({ log, url }: GatewayClientOptions): (state: GatewayState) => void {
  const toldCodes = new Set<string>()
  return (state) => {
    if (state.kind === 'connected') {
      toldCodes.clear()
      log.info({ url, version: state.version }, 'connected to the gateway')
    }
    if (state.kind !== 'waiting' || toldCodes.has(state.problem.code)) return
    const { code, reason, hint } = state.problem
    toldCodes.add(code)
    if (code === 'unreachable') log.info({ url, reason }, 'no gateway now; it is looked for quietly')
    else log.warn({ url, reason, hint }, 'the gateway can not be used; it is tried again quietly')
  }
}
