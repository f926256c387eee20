// What presence needs from a store, and what other rooms ask of this one.
import type { NodeRelay } from '#platform/server/http/forward/relay.ts'
import type { NodesTold } from '../contract.ts'
import type { NodeRow, OwnFacts } from './node-row.ts'

/** One row a node, in a store that nodes share. Every method rejects when the store can't be asked. */
export interface NodeTable {
  /** Writes the row of this node, whose clock says `nowMs`, unless another living process bears its name; answers all, by name. */
  beat(facts: OwnFacts, nowMs: number): Promise<readonly NodeRow[]>
  /** Says that this node was stopped. */
  leave(): Promise<void>
  /** Deletes what was not heard for so long, and answers how many. */
  forget(afterMs: number): Promise<number>
  /** Ends its connection. */
  close(): Promise<void>
}

/** What other rooms ask of nodes. */
export type NodesPort = {
  /** All nodes as they are now; null where this service is alone. Never rejects. */
  readonly told: () => Promise<NodesTold | null>
  /** Deletes the rows of nodes that were silent for a day, and answers how many; null where there are none. Rejects when the store can't be asked. */
  readonly forgetGone: (() => Promise<number>) | null
  /** The way to the other nodes, which is served from this room's start to its stop; null where no stores are shared. */
  readonly relay: NodeRelay | null
}
