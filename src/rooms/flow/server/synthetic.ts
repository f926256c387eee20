// Mirrored jobs as strands, which the mirror's room keeps over restarts, and the runs that it found.
import type { Database } from '#platform/server/db/open-database.ts'
import type { Run, RunStep, SyntheticRun, SyntheticStrand, SyntheticStrands } from '../contract.ts'
import type { StepRecord } from '../core/record.ts'
import { insertRun, insertStep, newsOf } from './store/journal.ts'
import { newStepCells } from './store/rows.ts'
import type { RunReads } from './store/run-reads.ts'

/** Runs in one commit. */
const atOnce = 50

export interface SyntheticKeeper extends SyntheticStrands {
  /** As they now are. */
  all(): readonly SyntheticStrand[]
  /** Changes one until the next cycle of the mirror says how it is. */
  change(id: string, change: (strand: SyntheticStrand) => SyntheticStrand): void
}

export type SyntheticParts = {
  readonly database: Pick<Database, 'commits' | 'others'>
  readonly reads: RunReads
  /** The strands as they now are. */
  readonly onReplace: (strands: readonly SyntheticStrand[]) => void
  /** Runs that were not there before, after their commit. */
  readonly onRuns: (runs: readonly Run[]) => void
}

export function createSyntheticKeeper({ database, reads, onReplace, onRuns }: SyntheticParts): SyntheticKeeper {
  let present: readonly SyntheticStrand[] = []
  let shown = ''

  /** The one place that decides whether a cycle of the mirror changed anything. */
  function replace(strands: readonly SyntheticStrand[]): void {
    const text = JSON.stringify(strands)
    if (text === shown) return
    shown = text
    present = strands
    onReplace(strands)
  }

  return {
    replace,
    change(id, change) {
      replace(present.map((strand) => (strand.id === id ? change(strand) : strand)))
    },
    knownRuns: (runIds) => reads.known(runIds),
    async insertRuns(runs) {
      let count = 0
      for (let from = 0; from < runs.length; from += atOnce) {
        const fresh = await insert(database, runs.slice(from, from + atOnce))
        count += fresh.length
        if (fresh.length > 0) onRuns(fresh)
      }
      return count
    },
    all: () => present,
  }
}

async function insert(
  { commits, others }: Pick<Database, 'commits' | 'others'>,
  runs: readonly SyntheticRun[],
): Promise<Run[]> {
  let fresh: Run[] = []
  await commits.write({
    ...newsOf(others, () => fresh.map(({ run_id: id }) => id)),
    *script() {
      fresh = []
      for (const { run, steps } of runs) {
        if (!(yield* insertRun({ run, version: null, cancelBy: null }, null, null))) continue
        for (const [position, step] of steps.entries()) yield* insertStep.run(...newStepCells(toRecord(step), position))
        fresh.push(run)
      }
    },
  })
  return fresh
}

function toRecord({ reused: _reused, ...step }: RunStep): StepRecord {
  return { ...step, reusedFrom: null }
}
