// What the retention of triage looks up before it removes anything.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '#platform/server/db/open-database.ts'

/** A brief or a correction, and the run that consumed it. */
export type Consumed = { readonly id: number; readonly run: number }

/** The newest score of each task: it says why the task stands where it does. */
export type Standing = {
  readonly rows: ReadonlySet<number>
  /** The runs that made it, and those whose model was asked. */
  readonly runs: ReadonlySet<number>
}

/** So many that succeeded stay whatever their age: they are the plot of learning, and one of more would show no more. */
export const learnedFrom = 50
/** No more stay for their age alone: a model that is asked every minute fills no disk. */
export const keptAtMost = 1000

export interface RetentionReads {
  /** The oldest run that stays by itself, or null without any; none that came later goes. */
  firstKept(youngSince: string): Promise<number | null>
  standing(): Promise<Standing>
  /** Ids of the scores by runs before that one, in portions. */
  oldScores(first: number): AsyncIterable<number[]>
  consumedBriefs(first: number): Promise<Consumed[]>
  appliedOverrides(first: number): Promise<Consumed[]>
  /** Of those, the newest lock of each task. */
  lastLocks(first: number): Promise<ReadonlySet<number>>
  runsBefore(first: number): Promise<number[]>
}

export function createRetentionReads(read: Database['read'], portion: number): RetentionReads {
  const runs = () => read.selectFrom('triage_runs').select('id')
  const nth = async (rows: ReturnType<typeof runs>, count: number): Promise<number | null> => {
    const newest = await rows.orderBy('id', 'desc').limit(count).execute()
    return newest.at(-1)?.id ?? null
  }
  const idOf = async (rows: ReturnType<typeof runs>): Promise<number | null> =>
    (await rows.orderBy('id', 'asc').limit(1).executeTakeFirst())?.id ?? null
  return {
    async firstKept(youngSince) {
      const newest = await nth(runs(), keptAtMost)
      const young = await idOf(
        runs()
          .where('started_at', '>=', youngSince)
          .where('id', '>=', newest ?? 0),
      )
      const learned = await nth(runs().where('dry_run', '=', 0).where('status', '=', 'success'), learnedFrom)
      const running = await idOf(runs().where('status', '=', 'running'))
      const kept = [young, learned, running].filter((id) => id !== null)
      if (kept.length > 0) return Math.min(...kept)
      const last = await nth(runs(), 1)
      return last === null ? null : last + 1
    },
    standing: () => readStanding(read, portion),
    oldScores: (first) => readOldScores(read, first, portion),
    consumedBriefs: (first) =>
      read
        .selectFrom('briefs')
        .select(['id', 'consumed_in_run_id as run'])
        .where('consumed_in_run_id', '<', first)
        .$narrowType<{ run: number }>()
        .execute(),
    appliedOverrides: (first) =>
      read
        .selectFrom('score_overrides')
        .select(['id', 'applied_to_run_id as run'])
        .where('applied_to_run_id', '<', first)
        .$narrowType<{ run: number }>()
        .execute(),
    async lastLocks(first) {
      const rows = await read
        .selectFrom('score_overrides')
        .select(({ fn }) => [fn.max('id').as('id'), fn.max('applied_to_run_id').as('run')])
        .where('dimension', '=', 'locked')
        .where('new_value', '=', '1')
        .groupBy('task_id')
        .having(({ fn }) => fn.max('applied_to_run_id'), '<', first)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    async runsBefore(first) {
      return (await runs().where('id', '<', first).orderBy('id', 'asc').execute()).map(({ id }) => id)
    },
  }
}

async function readStanding(read: Database['read'], portion: number): Promise<Standing> {
  const rows = new Set<number>()
  const runs = new Set<number>()
  const tasks = (await read.selectFrom('tasks').select('id').execute()).map(({ id }) => id)
  for (let from = 0; from < tasks.length; from += portion) {
    const newest = read
      .selectFrom('score_history')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('task_id', 'in', tasks.slice(from, from + portion))
      .groupBy('task_id')
    const found = await read
      .selectFrom('score_history')
      .select(['id', 'run_id', 'scored_in_run_id'])
      .where('id', 'in', newest)
      .execute()
    for (const row of found) {
      rows.add(row.id)
      runs.add(row.run_id).add(row.scored_in_run_id)
    }
    await breathe()
  }
  return { rows, runs }
}

/** Ids rise with the runs, so that the first score of a run that stays is the end. */
async function* readOldScores(read: Database['read'], first: number, portion: number): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const rows = await read
      .selectFrom('score_history')
      .select(['id', 'run_id'])
      .where('id', '>', after)
      .orderBy('id', 'asc')
      .limit(portion)
      .execute()
    const old = rows.filter(({ run_id: run }) => run < first).map(({ id }) => id)
    if (old.length > 0) yield old
    const last = rows.at(-1)
    if (last === undefined || old.length < rows.length) return
    after = last.id
    await breathe()
  }
}
