// What the runs of one engine share.
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Run } from '../../contract.ts'
import type { StepPlace } from '../../core/placement.ts'
import type { StepRecord } from '../../core/record.ts'
import type { Journal } from '../store/journal.ts'
import type { BeginAway } from './away.ts'
import type { RunPlaces } from './places.ts'
import type { StepOutputs } from './step-outputs.ts'
import type { Timers } from '#platform/server/timers.ts'

export type RunGround = {
  readonly journal: Journal
  readonly outputs: StepOutputs
  readonly places: RunPlaces
  readonly here: StepPlace
  /** Null: there are no other machines, and a step that is not served here fails. */
  readonly beginAway: BeginAway | null
  readonly clock: Clock
  readonly after: Timers['after']
  readonly log: Log
  /** Told after each commit, with what it holds. */
  readonly onCommit: (change: { readonly run: Run | null; readonly steps: readonly StepRecord[] }) => void
}
