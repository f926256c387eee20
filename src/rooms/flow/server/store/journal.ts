// The tables of runs and steps as a journal: every entry is one write of the group commit, whole or not at all.
import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { RunRecord, StepRecord } from '../../core/record.ts'
import {
  changedStepCells,
  newStepCells,
  runCells,
  runColumns,
  seqsInMs,
  stepColumns,
  toRecord,
  toStep,
} from './rows.ts'

export type JournalEntry = {
  /** The run as it now stands; null when only steps changed. */
  readonly run: RunRecord | null
  /** Steps that have no row yet. */
  readonly fresh: readonly StepRecord[]
  readonly changed: readonly StepRecord[]
}

export type NewStrandRun = { readonly run: RunRecord; readonly steps: readonly StepRecord[] }

export type OpenRun = {
  readonly record: RunRecord
  readonly definition: StrandDefinition
  readonly steps: readonly StepRecord[]
}

export interface Journal {
  /**
   * Writes a new run with its first steps, and takes its slot. Resolves with false, and wrote nothing, when a run of
   * that id is there or its slot was dealt with. Rejects with `StorageError`.
   */
  begin(entry: NewStrandRun, definition: StrandDefinition): Promise<boolean>
  /** `take` is called when the transaction begins. Rejects with `StorageError`, and then wrote nothing. */
  save(take: () => JournalEntry): Promise<void>
  /** Runs that are not over, in the order in which they came. */
  open(): Promise<OpenRun[]>
  /** To be told when definitions that no run uses were removed. */
  forgetDefinitions(): void
}

export type Taken = {
  readonly runId: string
  /** Whether its slot may be taken again. */
  readonly givesSlotBack: boolean
}

/** Takes back a new run, which PostgreSQL did not take or another machine has. */
export async function takeBack({ commits }: Pick<Database, 'commits'>, { runId, givesSlotBack }: Taken): Promise<void> {
  await commits.write({
    run(db) {
      db.prepare('DELETE FROM loom_step_runs WHERE run_id = ?').run(runId)
      db.prepare('DELETE FROM loom_runs WHERE run_id = ?').run(runId)
      if (givesSlotBack) db.prepare('DELETE FROM loom_slots WHERE run_id = ?').run(runId)
    },
  })
}

export function createJournal({ commits, read }: Pick<Database, 'commits' | 'read'>): Journal {
  const prepare = prepareOnce()
  /** Written and committed by this process, so that most runs write none. */
  const known = new Set<string>()
  return {
    async begin(entry, definition) {
      const { hash, text } = written(definition)
      let isNew = true
      await commits.write({
        run(db) {
          const statements = prepare(db)
          isNew = insertRun(statements, entry.run, hash)
          if (!isNew) return
          if (!known.has(hash)) statements.definition.run(hash, text)
          for (const step of entry.steps) statements.step.run(...newStepCells(step))
        },
        committed: () => void known.add(hash),
      })
      return isNew
    },
    save: (take) =>
      commits.write({
        run(db) {
          const { run, fresh, changed } = take()
          const statements = prepare(db)
          if (run !== null) updateRun(statements, run)
          for (const step of fresh) statements.step.run(...newStepCells(step))
          for (const step of changed) statements.stepChange.run(...changedStepCells(step))
        },
      }),
    open: () => readOpen(read),
    forgetDefinitions: () => known.clear(),
  }
}

type Statements = {
  readonly slot: StatementSync
  readonly run: StatementSync
  readonly runChange: StatementSync
  readonly definition: StatementSync
  readonly step: StatementSync
  readonly stepChange: StatementSync
}

/** The first free number of its millisecond; the parameter is the first one. */
const nextSeqSql = `coalesce((SELECT max(seq) + 1 FROM loom_runs WHERE seq >= ?1 AND seq < ?1 + ${seqsInMs}), ?1)`

const places = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, index) => `?${index + from}`).join(', ')

// By their places, since binding by names costs as much as the statement itself.
/** Also of the mirror, whose runs and steps come finished. */
export const insertRunSql = `INSERT INTO loom_runs (seq, ${runColumns.join(', ')})
  VALUES (${nextSeqSql}, ${places(runColumns.length, 2)}) ON CONFLICT (run_id) DO NOTHING`
export const insertStepSql = `INSERT OR IGNORE INTO loom_step_runs (position, ${stepColumns.join(', ')})
  VALUES (${places(stepColumns.length + 1)})`

const changeStepSql = `UPDATE loom_step_runs SET ${stepColumns
  .slice(2)
  .map((name, index) => `${name} = ?${index + 3}`)
  .join(', ')} WHERE run_id = ?1 AND step_id = ?2`

/** One that was missed may still be taken: the clock may have been wrong. */
const takeSlotSql = `INSERT INTO loom_slots VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET run_id = excluded.run_id WHERE run_id IS NULL`

function prepareOnce(): (db: DatabaseSync) => Statements {
  let prepared: { readonly db: DatabaseSync; readonly statements: Statements } | null = null
  return (db) => {
    if (prepared?.db !== db) {
      const statements = {
        slot: db.prepare(takeSlotSql),
        run: db.prepare(insertRunSql),
        runChange: db.prepare(
          'UPDATE loom_runs SET status = ?, started_at = ?, finished_at = ?, error = ?, caveat = ?, cancel_by = ? WHERE run_id = ?',
        ),
        definition: db.prepare('INSERT OR IGNORE INTO loom_definitions VALUES (?, ?)'),
        step: db.prepare(insertStepSql),
        stepChange: db.prepare(changeStepSql),
      }
      prepared = { db, statements }
    }
    return prepared.statements
  }
}

/** The slot first: it outlives its run, so that a clock that went back finds it taken. */
function insertRun({ slot, run }: Statements, record: RunRecord, hash: string): boolean {
  const { run_id: runId, workflow_id: strandId, slot: at } = record.run
  if (at !== null && slot.run(strandId, at, runId).changes === 0) return false
  return run.run(...runCells(record, hash)).changes === 1
}

function updateRun({ runChange }: Statements, { run, cancelBy }: RunRecord): void {
  const caveat = run.caveat === null ? null : JSON.stringify(run.caveat)
  runChange.run(run.status, run.started_at, run.finished_at, run.error, caveat, cancelBy, run.run_id)
}

const hashes = new WeakMap<StrandDefinition, { readonly hash: string; readonly text: string }>()

/** A definition is immutable, so its text and hash are made once. */
function written(definition: StrandDefinition): { readonly hash: string; readonly text: string } {
  const kept = hashes.get(definition)
  if (kept !== undefined) return kept
  const text = JSON.stringify(definition)
  const made = { hash: createHash('sha256').update(text).digest('base64url'), text }
  hashes.set(definition, made)
  return made
}

/** Whether two definitions say the same. */
export function isSameDefinition(one: StrandDefinition, other: StrandDefinition): boolean {
  return one === other || written(one).hash === written(other).hash
}

async function readOpen(read: Database['read']): Promise<OpenRun[]> {
  const rows = await read
    .selectFrom('loom_runs')
    .innerJoin('loom_definitions', 'loom_definitions.hash', 'loom_runs.definition')
    .selectAll('loom_runs')
    .select('loom_definitions.definition as definition_text')
    .where('status', 'in', ['queued', 'running'])
    .orderBy('loom_runs.seq', 'asc')
    .execute()
  const open: OpenRun[] = []
  for (const { definition_text: text, ...row } of rows) {
    const steps = await read.selectFrom('loom_step_runs').selectAll().where('run_id', '=', row.run_id).execute()
    // We wrote it ourselves, as a checked definition.
    open.push({ record: toRecord(row), definition: JSON.parse(text) as StrandDefinition, steps: steps.map(toStep) })
  }
  return open
}
