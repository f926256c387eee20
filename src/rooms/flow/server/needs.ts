// Tells what of the strands needs a person: from the runs of the last days, and from then on after each change.
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { TellNeed } from '#rooms/inbox/contract.ts'
import type { Run } from '../contract.ts'
import { needsOf } from '../core/need.ts'
import { noStreaks, noteRun, type Streaks } from '../core/streaks.ts'
import { seqOf, toRun } from './store/rows.ts'
import type { StrandBook } from './strand-book.ts'

/** What failed or was missed longer ago, nobody needs to be called for. */
const recentDays = 7
/** Of a strand that runs every minute, a week would be ten thousand runs. */
const mostRuns = 1000

export interface Needs {
  /** Reads the runs of the last days. Called once, when the strands are known and before the first of them runs. */
  load(): Promise<void>
  noteRun(run: Run): void
  /** After the strand or its runs changed, or when it is gone. */
  strandChanged(id: string): void
  /** Forgets what became history by now. */
  refresh(): void
  /** Tells all there are, and from then on each change. */
  tellTo(tell: TellNeed): void
}

export type NeedsParts = {
  readonly book: Pick<StrandBook, 'get' | 'ids'>
  readonly read: Database['read']
  readonly clock: Clock
}

export function createNeeds({ book, read, clock }: NeedsParts): Needs {
  const streaks = new Map<string, Streaks>()
  /** What was told of each strand. */
  const told = new Map<string, ReadonlyMap<string, string>>()
  /** Null until somebody wants to hear. */
  let tell: TellNeed | null = null

  const since = (): string => toIso(clock.now() - recentDays * dayMs)

  function note(run: Run): void {
    streaks.set(run.workflow_id, noteRun(streaks.get(run.workflow_id) ?? noStreaks, run))
  }

  function needs(id: string): ReturnType<typeof needsOf> {
    const strand = book.get(id)
    if (strand === null) return []
    return needsOf(strand, streaks.get(id) ?? noStreaks, since())
  }

  function strandChanged(id: string): void {
    const before = told.get(id) ?? new Map<string, string>()
    const after = new Map<string, string>()
    for (const { id: name, need } of needs(id)) {
      const text = JSON.stringify(need)
      after.set(name, text)
      if (before.get(name) !== text) tell?.(name, need)
    }
    for (const name of before.keys()) if (!after.has(name)) tell?.(name, null)
    if (after.size === 0) told.delete(id)
    else told.set(id, after)
  }

  function refresh(): void {
    for (const id of new Set([...told.keys(), ...book.ids()])) strandChanged(id)
  }

  return {
    async load() {
      for (const run of await recentRuns(read, since())) note(run)
      refresh()
    },
    noteRun: note,
    strandChanged,
    refresh,
    tellTo(next) {
      tell = next
      told.clear()
      refresh()
    },
  }
}

/** Of the strands of which a run failed lately, in the order in which they were asked for. */
async function recentRuns(read: Database['read'], since: string): Promise<Run[]> {
  const failing = await read
    .selectFrom('loom_runs')
    .select('workflow_id')
    .distinct()
    .where('status', '=', 'failed')
    .where('seq', '>=', seqOf(since))
    .execute()
  const runs: Run[] = []
  for (const { workflow_id: id } of failing) {
    const rows = await read
      .selectFrom('loom_runs')
      .selectAll()
      .where('workflow_id', '=', id)
      .where('seq', '>=', seqOf(since))
      .orderBy('seq', 'desc')
      .limit(mostRuns)
      .execute()
    runs.push(...rows.toReversed().map(toRun))
  }
  return runs
}
