// What the parts of this room's server work on together; made once in open-flow.ts.
import type { Clock } from '#platform/server/clock.ts'
import type { LoadError, SetJobEnabled } from '../contract.ts'
import type { SlotsFor } from './cron.ts'
import type { FlowSocket } from './live/flow-socket.ts'
import type { Needs } from './needs.ts'
import type { OutputFiles } from './output/output-files.ts'
import type { WorkflowEngine } from './ports.ts'
import type { History } from './store/history.ts'
import type { RunCounts } from './run-counts.ts'
import type { RunSearch } from './run-search.ts'
import type { RunReads } from './store/run-reads.ts'
import type { StrandBook } from './strand-book.ts'
import type { SyntheticKeeper } from './synthetic.ts'

export type FlowContext = {
  readonly engine: WorkflowEngine
  /** Starts a run, unless the strand's file is broken: refuses `broken_strand` on top of what the engine refuses. */
  readonly trigger: WorkflowEngine['trigger']
  readonly book: StrandBook
  readonly reads: RunReads
  readonly history: History
  readonly files: OutputFiles
  readonly synthetic: SyntheticKeeper
  readonly slotsFor: SlotsFor
  readonly clock: Clock
  readonly live: FlowSocket
  readonly counts: RunCounts
  readonly needs: Needs
  readonly search: RunSearch
  readonly setJobEnabled: SetJobEnabled | null
  /** Reads the strands' files anew; one reload at a time. */
  readonly reload: () => Promise<{ readonly loaded: number; readonly errors: LoadError[] }>
  /** Loads strands, resumes runs and watches the clock. Called once. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}
