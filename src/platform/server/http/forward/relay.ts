// The way of a request to another node, as those see it who send one or carry it out there.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

/** Carries out what another node asks for, and answers within `leftMs`; what comes later is thrown away. */
export type Carry = (request: string, leftMs: number) => Promise<string>

/** Texts from node to node and their answers. What they hold is for both ends to say. */
export interface NodeRelay {
  /** The name of this node. */
  readonly here: string
  /**
   * What `node` answers within `limitMs`, give or take a second. It is carried out there once at most. Refuses `node_offline`,
   * `too_many`, `too_large` and `storage_unavailable`; never rejects.
   */
  ask(node: string, request: string, limitMs: number): Promise<Result<string, Refusal>>
  /** Who carries out what others ask of this node: from the room's start to its stop. A failure of it is no answer. */
  serve(carry: Carry): void
  /** Where people reach that node; null where nobody knows. */
  urlOf(node: string): Promise<string | null>
}
