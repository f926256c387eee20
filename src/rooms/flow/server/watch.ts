// Tells the viewers and the ticks of each change of runs and steps, and knows the runs that are not over.
import type { Run } from '../contract.ts'
import { toRunStep, type StepRecord } from '../core/record.ts'
import type { FlowSocket } from './live/flow-socket.ts'
import type { StrandBook } from './strand-book.ts'

export interface Watch {
  /** After a commit, with what it held. */
  tell(run: Run | null, steps: readonly StepRecord[]): void
  /** The same of a run of another service, which counts and tidies by itself. */
  heard(run: Run, steps: readonly StepRecord[]): void
  /** Runs that were there before this process. */
  setOpen(runs: readonly Run[]): void
  openRuns(): Run[]
  /** They are gone for good. */
  removed(runIds: readonly string[]): void
}

export type RoomWatchParts = {
  readonly book: StrandBook
  readonly live: () => FlowSocket
  readonly onRun: (run: Run) => void
  readonly onOver: (run: Run) => void
}

export function createWatch({ book, live, onRun, onOver }: RoomWatchParts): Watch {
  const open = new Map<string, Run>()

  function noteRun(run: Run): void {
    if (isOpen(run)) open.set(run.run_id, run)
    else open.delete(run.run_id)
    book.noteRun(run)
    onRun(run)
    live().runChanged(run)
    live().strandChanged(run.workflow_id)
  }

  const tellSteps = (steps: readonly StepRecord[]): void => {
    if (steps.length > 0) live().stepsChanged(steps.map(toRunStep))
  }

  return {
    tell(run, steps) {
      if (run !== null) noteRun(run)
      tellSteps(steps)
      if (run !== null && !isOpen(run)) onOver(run)
    },
    heard(run, steps) {
      noteRun(run)
      tellSteps(steps)
    },
    setOpen(runs) {
      for (const run of runs) open.set(run.run_id, run)
    },
    openRuns: () => [...open.values()],
    removed(runIds) {
      for (const id of runIds) {
        open.delete(id)
        live().runGone(id)
      }
    },
  }
}

const isOpen = ({ status }: Run): boolean => status === 'queued' || status === 'running'
