// What travels through PostgreSQL between the workflows of one or several nodes.
import type { StrandDefinition } from '../../../core/definition.ts'
import { isOver } from '../run-parts.ts'
import type { RunRecord, StepRecord } from '../../../core/record.ts'

/** What a workflow begins with: the run as it stood, by value, so that no node needs a file of another to know its shape. */
export type Order = {
  /** The node that asked for it, where the run is shown. */
  readonly node: string
  readonly record: RunRecord
  readonly definition: StrandDefinition
  readonly steps: readonly StepRecord[]
}

/** One durable step of a workflow: what changed, as it now stands. */
export type RunEntry = {
  readonly run: RunRecord | null
  readonly steps: readonly StepRecord[]
  /** What a step of another node's run printed since the last entry. */
  readonly output?: string
}

/** A run as its entries leave it. */
export type Folded = Omit<Order, 'node'>

/** Later entries win; steps keep the order in which they came. */
export function fold(order: Folded, entries: readonly RunEntry[]): Folded {
  const steps = new Map(order.steps.map((step) => [step.step_id, step]))
  let { record } = order
  for (const entry of entries) {
    record = entry.run ?? record
    for (const step of entry.steps) steps.set(step.step_id, step)
  }
  return { record, definition: order.definition, steps: [...steps.values()] }
}

/** After it nothing follows. */
export const isLast = ({ run }: RunEntry): boolean => run !== null && isOver(run.run)
