// The tables of runs and steps as a journal: every entry is one write of the group commit, whole or not at all.
import { createHash } from 'node:crypto'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Write } from '#platform/server/db/group-commit.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { RunRecord, StepRecord } from '../../core/record.ts'
import {
  changedRunCells,
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
export async function takeBack(
  { commits, others }: Pick<Database, 'commits' | 'others'>,
  { runId, givesSlotBack }: Taken,
): Promise<void> {
  await commits.write({
    ...newsOf(others, () => [runId]),
    *script() {
      yield* removeRun(runId)
      if (givesSlotBack) yield* giveSlotBack.run(runId)
    },
  })
}

/** With its steps. */
export function* removeRun(runId: string): Script {
  yield* removeSteps.run(runId)
  yield* removeRow.run(runId)
}

export function createJournal({ commits, read, others }: Pick<Database, 'commits' | 'read' | 'others'>): Journal {
  const { node } = others
  /** Written and committed by this process, so that most runs write none. */
  const known = new Set<string>()
  return {
    async begin(entry, definition) {
      const { hash, text } = written(definition)
      const asked: AskedRun = { ...entry, hash, text, node, isNew: true }
      await commits.write({
        script: () => beginRun(asked, known),
        committed: () => void known.add(hash),
        ...newsOf(others, () => (asked.isNew ? [entry.run.run.run_id] : [])),
      })
      return asked.isNew
    },
    save(take) {
      // A transaction that is tried again writes the same: what was taken is not there a second time.
      let entry: JournalEntry | null = null
      return commits.write({
        script: () => saveEntry((entry ??= take())),
        ...newsOf(others, () => (entry === null ? [] : runsIn(entry))),
      })
    },
    open: () => readOpen(read, node),
    forgetDefinitions: () => known.clear(),
  }
}

type AskedRun = NewStrandRun & {
  readonly hash: string
  /** Of its definition. */
  readonly text: string
  /** The service that runs it, where several share the tables. */
  readonly node: string | null
  isNew: boolean
}

/** The room, as other services that share the tables hear of its runs. */
export const runNews = 'flow'

/** No write of a service that has the tables for itself makes anything for it. */
export function newsOf({ node }: Database['others'], ids: () => readonly string[]): Pick<Write, 'news'> {
  if (node === null) return {}
  return {
    news() {
      const changed = ids()
      return changed.length === 0 ? [] : [{ room: runNews, ids: changed }]
    },
  }
}

function runsIn({ run, fresh, changed }: JournalEntry): string[] {
  const ids = [...fresh, ...changed].map(({ run_id: id }) => id)
  return [...new Set(run === null ? ids : [run.run.run_id, ...ids])]
}

// Scripts of the hot path stand by themselves: a generator function that is made anew for each write costs more than a statement.
function* beginRun(asked: AskedRun, known: ReadonlySet<string>): Script {
  const { run, steps, hash, text, node } = asked
  asked.isNew = (yield* takeSlot(run)) && (yield* insertRun(run, hash, node))
  if (!asked.isNew) return
  if (!known.has(hash)) yield* addDefinition.run(hash, text)
  for (const step of steps) yield* insertStep.run(...newStepCells(step))
}

function* saveEntry({ run, fresh, changed }: JournalEntry): Script {
  if (run !== null) yield* changeRun.run(...changedRunCells(run))
  for (const step of fresh) yield* insertStep.run(...newStepCells(step))
  for (const step of changed) yield* changeStep.run(...changedStepCells(step))
}

/** The slot first: it outlives its run, so that a clock that went back finds it taken. */
function* takeSlot({ run: { run_id: runId, workflow_id: strandId, slot } }: RunRecord): Script<boolean> {
  return slot === null || (yield* addSlot.run(strandId, slot, runId)) > 0
}

/** Each try but the last of all found that another node had just taken the number. */
const mostTries = 100

/**
 * Answers whether it is new. Also of the mirror, whose runs and steps come finished. On PostgreSQL two nodes may look for the
 * first free number at once: the second waits for the transaction of the first, adds nothing, and looks again, when it sees what
 * was committed meanwhile. So a try is lost only to a run that came in.
 */
export function* insertRun(record: RunRecord, definition: string | null, node: string | null): Script<boolean> {
  const cells = [...runCells(record, definition), node]
  for (let tries = 0; tries < mostTries; tries++) {
    if ((yield* addRun.run(...cells)) === 1) return true
    if ((yield* findRun.first(record.run.run_id)) !== undefined) return false
  }
  throw new Error(`no number is free for a run of ${record.run.created_at}`)
}

/** The first free number of its millisecond; the parameter is the first one. */
const nextSeqSql = `coalesce((SELECT max(seq) + 1 FROM loom_runs WHERE seq >= ?1 AND seq < ?1 + ${seqsInMs}), ?1)`

const places = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, index) => `?${index + from}`).join(', ')

// By their places, since binding by names costs as much as the statement itself. Neither its id nor its number may be there.
const addRun = statement(`INSERT INTO loom_runs (seq, ${runColumns.join(', ')}, node)
  VALUES (${nextSeqSql}, ${places(runColumns.length + 1, 2)}) ON CONFLICT DO NOTHING`)
const findRun = statement('SELECT seq FROM loom_runs WHERE run_id = ?')

export const insertStep = statement(`INSERT INTO loom_step_runs (position, ${stepColumns.join(', ')})
  VALUES (${places(stepColumns.length + 1)}) ON CONFLICT (run_id, step_id) DO NOTHING`)

const changeRun = statement(
  'UPDATE loom_runs SET status = ?, started_at = ?, finished_at = ?, error = ?, caveat = ?, cancel_by = ? WHERE run_id = ?',
)
const changeStep = statement(
  `UPDATE loom_step_runs SET ${stepColumns
    .slice(2)
    .map((name, index) => `${name} = ?${index + 3}`)
    .join(', ')} WHERE run_id = ?1 AND step_id = ?2`,
)

/** One that was missed may still be taken: the clock may have been wrong. */
const addSlot = statement(`INSERT INTO loom_slots (workflow_id, slot, run_id) VALUES (?, ?, ?)
  ON CONFLICT (workflow_id, slot) DO UPDATE SET run_id = excluded.run_id WHERE loom_slots.run_id IS NULL`)
const giveSlotBack = statement('DELETE FROM loom_slots WHERE run_id = ?')
const addDefinition = statement(
  'INSERT INTO loom_definitions (hash, definition) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
)
const removeSteps = statement('DELETE FROM loom_step_runs WHERE run_id = ?')
const removeRow = statement('DELETE FROM loom_runs WHERE run_id = ?')

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

/** Of this service alone: another one goes on with its own. */
async function readOpen(read: Database['read'], node: string | null): Promise<OpenRun[]> {
  const rows = await read
    .selectFrom('loom_runs')
    .innerJoin('loom_definitions', 'loom_definitions.hash', 'loom_runs.definition')
    .selectAll('loom_runs')
    .select('loom_definitions.definition as definition_text')
    .where('status', 'in', ['queued', 'running'])
    .$if(node !== null, (query) => query.where('loom_runs.node', '=', node))
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
