// The journal of runs in PostgreSQL, with the tables of this home as what is shown of it: written there first, then here.
import { setImmediate as turnEnds } from 'node:timers/promises'
import type { Database } from '#platform/server/db/open-database.ts'
import type { StrandDefinition } from '../../../core/definition.ts'
import type { StepRecord } from '../../../core/record.ts'
import { takeBack, type Journal, type JournalEntry, type NewStrandRun, type OpenRun } from '../../store/journal.ts'
import { runWorkflow, type Loom } from './loom.ts'
import { isLast, type RunEntry, type Folded } from './orders.ts'
import { isOver } from '../run-parts.ts'

export type DbosJournalParts = {
  readonly loom: Loom
  readonly node: string
  readonly database: Pick<Database, 'commits' | 'others'>
  /** The journal in the tables of this home. */
  readonly local: Journal
  /** Rejects with `StorageError` while PostgreSQL can't be asked. */
  readonly reachable: () => Promise<void>
}

export function createDbosJournal(parts: DbosJournalParts): Journal {
  return new DbosJournal(parts)
}

class DbosJournal implements Journal {
  private readonly parts: DbosJournalParts
  private readonly told = createTold()

  constructor(parts: DbosJournalParts) {
    this.parts = parts
  }

  async begin({ run: record, steps }: NewStrandRun, definition: StrandDefinition): Promise<boolean> {
    await this.parts.reachable()
    if (!(await this.parts.local.begin({ run: record, steps }, definition))) return false
    return this.beginThere({ record, definition, steps })
  }

  async save(take: () => JournalEntry): Promise<void> {
    // All that changes in this turn goes into it.
    await turnEnds()
    const entry = take()
    const id = entry.run?.run.run_id ?? [...entry.fresh, ...entry.changed][0]?.run_id
    const news = this.told.news(entry)
    if (news !== null && id !== undefined) {
      await this.parts.loom.record(runWorkflow(id), news)
      this.told.note(id, news)
    }
    await this.parts.local.save(() => entry)
  }

  /** Those that the tables of this home know, in their order; one that they do not know was restored from a backup. */
  async open(): Promise<OpenRun[]> {
    const shown = new Map((await this.parts.local.open()).map((run) => [run.record.run.run_id, run]))
    const left: OpenRun[] = []
    for (const id of new Set([...shown.keys(), ...(await this.parts.loom.openIds())])) {
      const run = await this.readLeft(id, shown.get(id))
      if (run !== null) left.push(run)
    }
    return left
  }

  forgetDefinitions(): void {
    this.parts.local.forgetDefinitions()
  }

  /** False when the run is another node's: then nothing of it stays here. */
  private async beginThere({ record, definition, steps }: Folded): Promise<boolean> {
    const { loom, node, database } = this.parts
    const { run_id: runId } = record.run
    try {
      if (await loom.begin({ node, record, definition, steps })) return true
    } catch (error) {
      await takeBack(database, { runId, givesSlotBack: true })
      throw error
    }
    await takeBack(database, { runId, givesSlotBack: false })
    return false
  }

  private async readLeft(id: string, shown: OpenRun | undefined): Promise<OpenRun | null> {
    const { loom, node, database } = this.parts
    const found = await loom.find(id)
    if (found === null) {
      // It was written here, and not there yet.
      return shown !== undefined && (await this.beginThere(shown)) ? shown : null
    }
    if (found.node !== node) {
      await takeBack(database, { runId: id, givesSlotBack: false })
      return null
    }
    const left = { ...found, steps: found.steps.map((step) => withOutputOf(shown, step)) }
    await this.catchUp(left)
    return isOver(left.record.run) ? null : left
  }

  /** What PostgreSQL knows and the tables of this home do not, after a death between the two. */
  private async catchUp({ record, definition, steps }: Folded): Promise<void> {
    const { local } = this.parts
    if (await local.begin({ run: record, steps }, definition)) return
    await local.save(() => ({ run: record, fresh: steps, changed: [] }))
    await local.save(() => ({ run: null, fresh: [], changed: steps }))
  }
}

/** Output goes to the disk of this home alone, so that its tables know more of it. */
function withOutputOf(shown: OpenRun | undefined, step: StepRecord): StepRecord {
  const here = shown?.steps.find(({ step_id: id }) => id === step.step_id)
  return here === undefined ? step : { ...step, output_tail: here.output_tail, output_bytes: here.output_bytes }
}

/** Knows what PostgreSQL has, so that a step that only prints costs no write there. */
function createTold() {
  const runs = new Map<string, Map<string, StepRecord>>()
  const isNews = (step: StepRecord): boolean => {
    const known = runs.get(step.run_id)?.get(step.step_id)
    return known === undefined || !isSameButOutput(known, step)
  }
  return {
    /** Null: nothing that would matter after a restart. */
    news({ run, fresh, changed }: JournalEntry): RunEntry | null {
      const steps = [...fresh, ...changed].filter(isNews)
      return run === null && steps.length === 0 ? null : { run, steps }
    },
    note(runId: string, entry: RunEntry): void {
      if (isLast(entry)) {
        runs.delete(runId)
        return
      }
      const known = runs.get(runId) ?? new Map<string, StepRecord>()
      runs.set(runId, known)
      for (const step of entry.steps) known.set(step.step_id, step)
    },
  }
}

/** Records are never changed in place: what is the same is the same object. */
function isSameButOutput(one: StepRecord, other: StepRecord): boolean {
  const { output_tail: _tail, output_bytes: _bytes, ...rest } = one
  return Object.entries(rest).every(([name, value]) => Object.is(other[name as keyof StepRecord], value))
}
