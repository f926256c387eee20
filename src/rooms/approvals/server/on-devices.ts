// What this room hears of agents of devices, and what it owes them.
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import type { DeviceApproval } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import type { DevicesThatAsk } from './ports.ts'

/** The run of a device that an approval is of. */
export type AskingRun = { readonly deviceId: string; readonly runId: string; readonly session: Session }

/** What follows of a device's word: to be committed with its number. `metadata` is told of an agent that waits now. */
export type HeardOfDevice = Alongside & { readonly metadata: string | null; readonly undo: () => void }

/** Its answer to one question; null: nobody answers it here. */
export type AnswerToDevice = { readonly approval_id: string; readonly decision: object | null }

export interface DeviceAsks {
  /** Who carries answers; called once, by those who are opened later. */
  carryBy(devices: DevicesThatAsk): void
  isOnline(deviceId: string): boolean
  hear(run: AskingRun, approval: DeviceApproval): HeardOfDevice | null
  /** An agent of a device reported a tool. Null where that says nothing of what was approved. */
  ran(sessionId: string, told: { readonly metadata: string | null }): HeardOfDevice | null
  /** After each commit. */
  changed(approval: KeptApproval): void
  /** What stands of a device that this service takes over from another one: read in the commit that takes it. */
  reload(deviceId: string): Alongside
  /** Another service holds the device: what it is owed is told there. */
  letGo(deviceId: string): void
  /** What a device does not have for certain. */
  owedTo(deviceId: string): readonly AnswerToDevice[]
}
