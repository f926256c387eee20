// What the panel of a node needs from other rooms; app/web connects it once, in fabric mode.
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** Other rooms' part of the panel. */
export type NodePorts = {
  readonly sessions: EntityStore<SessionCard>
  /** The node on whose own machine a session runs; null for this one's and for what runs on a paired device. */
  readonly nodeNameOf: (session: SessionCard) => string | null
  readonly titleOf: (session: SessionCard) => string
  readonly openSession: (id: string) => void
}

let connected: NodePorts | null = null

/** Call it once, before anything of nodes is shown. */
export function connectNodes(ports: NodePorts): void {
  connected = ports
}

/** Throws where nobody connected them. */
export function nodePorts(): NodePorts {
  if (connected === null) throw new Error('nodes shown without what app/web hands over')
  return connected
}
