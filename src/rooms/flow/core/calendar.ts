// What a calendar shows: what ran, was missed and is planned, without the strands that run all day long.
import type { Run } from '../contract.ts'
import type { CalendarAnswer, CalendarEntry } from '../contract/calendar.ts'
import { missedTick, toTick, type TickRun } from './strand-view.ts'

/** A strand that runs more often than once an hour is a background and no appointment. */
export const frequentPerDay = 24

/** More than this on one page is no calendar any more. */
export const mostEntries = 10_000

export type CalendarParts = {
  readonly runs: readonly (TickRun & Pick<Run, 'workflow_id'>)[]
  readonly missed: readonly { readonly workflow_id: string; readonly slot: string }[]
  readonly planned: readonly { readonly strandId: string; readonly at: string }[]
  /** How often a day the frequent strands run, by their ids. */
  readonly frequent: ReadonlyMap<string, number>
}

/** Of a frequent strand only what runs and what went wrong is told. In the order of time. */
export function toCalendar({ runs, missed, planned, frequent }: CalendarParts): CalendarAnswer {
  const entries: CalendarEntry[] = [
    ...runs
      .filter(
        ({ workflow_id: id, status, caveat }) => !frequent.has(id) || status !== 'success' || caveat?.kind === 'not_ok',
      )
      .map((run) => entryOf(run.workflow_id, toTick(run))),
    ...missed
      .filter(({ workflow_id: id }) => !frequent.has(id))
      .map(({ workflow_id: id, slot }) => entryOf(id, missedTick(slot))),
    ...planned.map(({ strandId, at }) => ({
      strand_id: strandId,
      at,
      status: 'planned' as const,
      run_id: null,
      late: false,
      caveat: null,
    })),
  ]
  return {
    entries: entries.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, mostEntries),
    frequent: [...frequent].map(([strandId, perDay]) => ({ strand_id: strandId, per_day: perDay })),
  }
}

function entryOf(
  strandId: string,
  { at, status, run_id: runId, late, caveat }: ReturnType<typeof toTick>,
): CalendarEntry {
  return { strand_id: strandId, at, status, run_id: runId, late, caveat }
}
