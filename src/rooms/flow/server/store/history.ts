// What a strand has done, for its ticks and for the calendar.
import type { Database } from '#platform/server/db/open-database.ts'
import { tickCount } from '../../contract.ts'
import type { TickRun } from '../../core/strand-view.ts'
import { seqOf, toRun } from './rows.ts'

export type CalendarRun = TickRun & { readonly workflow_id: string }
export type MissedSlot = { readonly workflow_id: string; readonly slot: string }

export interface History {
  /** The newest runs and missed slots of one strand, as many as it shows ticks, oldest first. */
  of(strandId: string): Promise<{ readonly runs: readonly TickRun[]; readonly missed: readonly string[] }>
  /** Runs that were asked for in [from, to), at most `most` of them, newest first. */
  runsBetween(from: string, to: string, most: number): Promise<CalendarRun[]>
  missedBetween(from: string, to: string, most: number): Promise<MissedSlot[]>
}

export function createHistory({ read }: Pick<Database, 'read'>): History {
  return {
    async of(strandId) {
      const rows = await read
        .selectFrom('loom_runs')
        .selectAll()
        .where('workflow_id', '=', strandId)
        .orderBy('seq', 'desc')
        .limit(tickCount)
        .execute()
      const missed = await read
        .selectFrom('loom_slots')
        .select('slot')
        .where('workflow_id', '=', strandId)
        .where('run_id', 'is', null)
        .orderBy('slot', 'desc')
        .limit(tickCount)
        .execute()
      return { runs: rows.map(toRun).toReversed(), missed: missed.map(({ slot }) => slot).toReversed() }
    },
    async runsBetween(from, to, most) {
      const rows = await read
        .selectFrom('loom_runs')
        .selectAll()
        .where('seq', '>=', seqOf(from))
        .where('seq', '<', seqOf(to))
        .orderBy('seq', 'desc')
        .limit(most)
        .execute()
      return rows.map(toRun)
    },
    missedBetween: (from, to, most) =>
      read
        .selectFrom('loom_slots')
        .select(['workflow_id', 'slot'])
        .where('run_id', 'is', null)
        .where('slot', '>=', from)
        .where('slot', '<', to)
        .orderBy('slot', 'desc')
        .limit(most)
        .execute(),
  }
}
