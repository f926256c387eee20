// Marks a request that came by the way between nodes with whoever asked there: that node has judged them.
import type { IncomingMessage } from 'node:http'
import type { Principal } from '../../auth/auth.ts'

export type RelayedCaller = {
  /** The node that they asked. */
  readonly node: string
  /** Null: a caller without credentials, who may ask for it there. */
  readonly principal: Principal | null
}

const relayedKey = Symbol('relayed caller')
type Marked = IncomingMessage & { [relayedKey]?: RelayedCaller }

/** No header makes such a mark: only who holds the request object can. */
export function markRelayed(request: IncomingMessage, caller: RelayedCaller): void {
  const marked: Marked = request
  marked[relayedKey] = caller
}

/** Null for a request that came to a listener of this service. */
export function relayedCallerOf(request: IncomingMessage): RelayedCaller | null {
  const marked: Marked = request
  return marked[relayedKey] ?? null
}
