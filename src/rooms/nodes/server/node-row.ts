// The row of a node, as it is written and as it is read.
import type { MachineNumbers } from '#base/machine-numbers.ts'

/** What a node tells of itself with each heartbeat. */
export type OwnFacts = {
  readonly hostname: string
  readonly url: string | null
  readonly version: string
  readonly capabilities: readonly string[]
  /** How long it runs, in milliseconds. */
  readonly upMs: number
  /** Of its machine; nulls where a node of an earlier release wrote the row. */
  readonly machine: MachineNumbers
}

/** A node as the store has it; ages in milliseconds by the store's clock. */
export type NodeRow = OwnFacts & {
  readonly name: string
  /** Whether this process wrote it. */
  readonly isOurs: boolean
  readonly silentMs: number
  /** How far its clock is ahead of the store's; null of a node of before, which tells none. */
  readonly aheadMs: number | null
  /** Null unless it was stopped. */
  readonly stoppedMs: number | null
}
