// What the cockpit needs from other rooms; app/web connects them.
import type { ComponentType } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { Device } from '#rooms/devices/contract.ts'
import type { DeviceFace } from '#rooms/devices/web/contract.ts'
import type { NodeOnPage } from '#rooms/nodes/web/contract.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** The cockpit shows what other rooms know, and opens what they have. */
export type CockpitPorts = {
  readonly devices: EntityStore<Device>
  readonly devicesTold: ValueStore<boolean>
  readonly faceOf: (device: Device) => DeviceFace
  readonly openDevice: (id: string) => void
  readonly openPairing: () => void
  /** Reads the devices every few seconds until the answer is called. */
  readonly pollDevices: () => () => void
  /** The services of this hub, this one too. */
  readonly nodes: EntityStore<NodeOnPage>
  readonly nodesTold: ValueStore<boolean>
  /** `null`: one that nothing is known of any more. */
  readonly nodeFaceOf: (node: NodeOnPage | null) => DeviceFace
  readonly openNode: (name: string) => void
  /** Reads the nodes until the answer is called: once where there are none. */
  readonly pollNodes: () => () => void
  readonly sessions: EntityStore<SessionCard>
  readonly titleOf: (session: SessionCard) => string
  /** Null while none is chosen, and where it runs on another node's own machine. */
  readonly deviceIdOf: (session: SessionCard) => string | null
  /** The node on whose own machine it runs; null for this one's and for what runs on a device. */
  readonly nodeNameOf: (session: SessionCard) => string | null
  readonly openSession: (id: string) => void
  readonly openAssistant: () => void
  /** Whether it would answer; `why` it would not, for whoever asks. */
  readonly wakefulnessOf: (devices: readonly Device[]) => { readonly isAwake: boolean; readonly why?: string }
  readonly isAnswering: ValueStore<boolean>
  /** Blocks with a heading each; nothing while they have no rows. */
  readonly NeedsBlock: ComponentType<{ readonly rows: number }>
  readonly NowBlock: ComponentType<{ readonly rows: number }>
  readonly ActivityLow: ComponentType
}

/** The ports of the cockpit, set round its page. */
export const [CockpitPortsContext, useCockpitPorts] = createPorts<CockpitPorts>('The cockpit is')
