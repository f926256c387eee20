// What an engine asks of other machines: to run a step that this one can't serve.
import type { StepDefinition, StrandDefinition } from '../../core/definition.ts'
import type { RunRecord, StepRecord } from '../../core/record.ts'

export type AwayOrder = {
  readonly record: RunRecord
  readonly definition: StrandDefinition
  readonly step: StepDefinition
  /** The step as it stands here. */
  readonly known: StepRecord
  /** Steps before it, which all succeeded. */
  readonly before: readonly StepRecord[]
}

export type AwayNews = {
  /** The step as it now stands there. */
  readonly onStep: (step: StepRecord) => void
  /** What it printed since. */
  readonly onOutput: (text: string) => void
}

/** `unbegun`: cancelled before anybody took it. `lost`: no answer is to be expected. */
export type AwayOutcome =
  | { readonly kind: 'ended'; readonly step: StepRecord }
  | { readonly kind: 'unbegun' }
  | { readonly kind: 'lost'; readonly status: 'failed' | 'cancelled'; readonly error: string }

export interface AwayStep {
  /** Never rejects, and never resolves after `leave`. */
  readonly outcome: Promise<AwayOutcome>
  cancel(by: string): void
  /** The service stops: the step goes on there, and is found again at the next start. */
  leave(): void
}

/** Runs steps on other machines. A step that was begun is found again. */
export type BeginAway = (order: AwayOrder, news: AwayNews) => AwayStep
