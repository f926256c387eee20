// Keeps one connection to the gateway: opens it, opens it again when it ends, and says how things stand.
import { err, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { PeerOwners } from '../access/peer-owners.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { pause } from '../pause.ts'
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
  /** Ends the connection, or the wait for the next try, and begins anew: its place is another. */
  reconnect(): void
  /** Where the token of the last try came from. */
  tokenSource(): FoundToken['source']
  /** Refuses at once while there is no connection. */
  request(method: string, params: object, timeoutMs?: number): Promise<Result<unknown, GatewayProblem>>
}

/** Where the gateway is, with the token that was meant for there. */
export type GatewayPlace = {
  readonly url: string
  /** Asked before each try, since the gateway's own file may have changed. */
  readonly findToken: FindToken
}

export type GatewayClientOptions = {
  /** Asked before each try: settings may have changed. */
  readonly place: () => GatewayPlace
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

/** How the tries of a round went so far. */
type Past = { readonly problem: GatewayProblem | null; readonly tries: number }
const noPast: Past = { problem: null, tries: 0 }

export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const now = (): number => options.clock.now()
  const controller = new AbortController()
  const rounds = createRounds(controller.signal)
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
    const { found, opened } = await open(options, rounds.signal())
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
    let past = noPast
    while (!controller.signal.aborted) {
      if (rounds.begin()) past = noPast
      const { ended, lasted } = await tryOnce(past.problem)
      if (rounds.signal().aborted) continue
      past = { problem: ended, tries: lasted ? 1 : past.tries + 1 }
      const delayMs = retryDelayMs({ tries: past.tries, refused: isRefusal(ended), random: options.random() })
      enter({ kind: 'waiting', sinceMs: downSinceMs ?? now(), problem: ended, nextTryMs: now() + delayMs })
      await pause(delayMs, rounds.signal())
    }
    enter({ kind: 'off' })
  }

  return {
    start() {
      if (state.kind === 'off' && !controller.signal.aborted) running = run()
    },
    state: () => state,
    reconnect: rounds.end,
    tokenSource: () => source,
    request: async (...question) => connection?.request(...question) ?? err(notConnected(state)),
    async [Symbol.asyncDispose]() {
      controller.abort()
      await running
    },
  }
}

/** Tries at one place are a round; `end` gives the place up, and what waits there. */
function createRounds(over: AbortSignal) {
  let round = new AbortController()
  return {
    signal: () => AbortSignal.any([over, round.signal]),
    end: () => round.abort(),
    /** True for a new round. */
    begin(): boolean {
      if (!round.signal.aborted) return false
      round = new AbortController()
      return true
    },
  }
}

async function open(options: GatewayClientOptions, signal: AbortSignal) {
  // Both of one moment: a token must not reach an address that was set while it was looked up.
  const { url, findToken } = options.place()
  const found = await findToken()
  const { limits = connectionLimits } = options
  return { found, opened: await openConnection({ ...options, url, token: found.token, limits, signal }) }
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
function tellOnce({ log, place }: GatewayClientOptions): (state: GatewayState) => void {
  const toldCodes = new Set<string>()
  return (state) => {
    const { url } = place()
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
