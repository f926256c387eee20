// Mirrored jobs as strands: kept over restarts, and the runs that the mirror found.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Run, RunStep } from '../contract.ts'
import type { StepRecord } from '../core/record.ts'
import type { SyntheticStrand, SyntheticStrands } from './ports.ts'
import { insertRunSql, insertStepSql } from './store/journal.ts'
import { newStepCells, runCells } from './store/rows.ts'
import type { RunReads } from './store/run-reads.ts'

/** Runs in one commit. */
const atOnce = 50

export interface SyntheticKeeper extends SyntheticStrands {
  /** As the last process knew them. */
  restore(): Promise<readonly SyntheticStrand[]>
  /** Changes one until the next cycle of the mirror says how it is. */
  change(id: string, change: (strand: SyntheticStrand) => SyntheticStrand): void
}

export type SyntheticParts = {
  readonly database: Pick<Database, 'commits' | 'read'>
  readonly reads: RunReads
  readonly log: Log
  /** The strands as they now are. */
  readonly onReplace: (strands: readonly SyntheticStrand[]) => void
  /** Runs that were not there before, after their commit. */
  readonly onRuns: (runs: readonly Run[]) => void
}

export function createSyntheticKeeper({ database, reads, log, onReplace, onRuns }: SyntheticParts): SyntheticKeeper {
  const { commits, read } = database
  let present: readonly SyntheticStrand[] = []
  /** What stands in the table: a cycle that found nothing new writes nothing. */
  let written: readonly string[] = []

  function replace(strands: readonly SyntheticStrand[]): void {
    const rows = strands.map((strand) => JSON.stringify(strand))
    if (isDeepStrictEqual(rows, written)) return
    present = strands
    written = rows
    onReplace(strands)
    commits
      .write({
        run(db) {
          db.exec('DELETE FROM loom_synthetic')
          const insert = db.prepare('INSERT OR REPLACE INTO loom_synthetic VALUES (?, ?)')
          for (const [index, strand] of strands.entries()) insert.run(strand.definition.id, rows[index] ?? '')
        },
        undo() {
          written = []
        },
      })
      // The next cycle brings them again.
      .catch((error: unknown) => log.warn({ err: error }, 'the mirrored strands were not written down'))
  }

  return {
    replace,
    change(id, change) {
      replace(present.map((strand) => (strand.definition.id === id ? change(strand) : strand)))
    },
    knownRuns: (runIds) => reads.known(runIds),
    async insertRuns(runs) {
      let count = 0
      for (let from = 0; from < runs.length; from += atOnce) {
        const fresh = await insert(commits, runs.slice(from, from + atOnce))
        count += fresh.length
        if (fresh.length > 0) onRuns(fresh)
      }
      return count
    },
    async restore() {
      const rows = await read.selectFrom('loom_synthetic').select('strand').orderBy('id').execute()
      present = rows.flatMap(({ strand }) => readStrand(strand))
      written = rows.map(({ strand }) => strand)
      return present
    },
  }
}

type Found = { readonly run: Run; readonly steps: readonly RunStep[] }

async function insert(commits: Database['commits'], runs: readonly Found[]): Promise<Run[]> {
  let fresh: Run[] = []
  await commits.write({
    run(db) {
      const insertRun = db.prepare(insertRunSql)
      const insertStep = db.prepare(insertStepSql)
      fresh = runs
        .filter(({ run, steps }) => {
          const record = { run, version: null, cancelBy: null }
          if (insertRun.run(...runCells(record, null)).changes === 0) return false
          for (const [position, step] of steps.entries()) insertStep.run(...newStepCells(toRecord(step), position))
          return true
        })
        .map(({ run }) => run)
    },
  })
  return fresh
}

function toRecord({ reused: _reused, ...step }: RunStep): StepRecord {
  return { ...step, reusedFrom: null }
}

/** Written by us; a row of an older form is left out, and the mirror brings it anew. */
const storedSchema = z.looseObject({ definition: z.looseObject({ id: z.string(), steps: z.array(z.unknown()) }) })

function readStrand(text: string): SyntheticStrand[] {
  const parsed = storedSchema.safeParse(JSON.parse(text))
  return parsed.success ? [parsed.data as unknown as SyntheticStrand] : []
}
