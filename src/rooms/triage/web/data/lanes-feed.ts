// What the board's feed tells of triage, heard on every page. What is read for it comes with the page of triage.
import { listenTo } from '#platform/web/live/follower.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { liveLanes } from '../../api.ts'
import type { LanesChange, TriageRun } from '../../contract.ts'

/** The run of which the feed spoke last: the one that goes on, or the one that has just ended. */
export const newestRun = createValue<TriageRun | null>(null)

/** A change, with whether the run it tells of is another one than before, or stands otherwise; null: anything may be new. */
export type LanesNews = { readonly change: LanesChange; readonly isNewRun: boolean } | null

const listeners = new Set<(heard: LanesNews) => void>()

/** LanesNews from now on, for the life of the page. */
export function onLanesChange(listener: (heard: LanesNews) => void): void {
  listeners.add(listener)
}

function tell(heard: LanesNews): void {
  for (const listener of listeners) listener(heard)
}

/** Follows the board's feed. */
export const lanesFollower = listenTo(liveLanes, {
  onAll() {
    // What was told of a run may have been missed since: the next answers count.
    newestRun.set(null)
    tell(null)
  },
  // The id says which of the values it is.
  onChanges: (changes) => changes.forEach(({ id, value }) => take({ id, value } as LanesChange)),
})

function take(change: LanesChange): void {
  const before = newestRun.get()
  if (change.id === 'run') newestRun.set(change.value)
  tell({
    change,
    isNewRun: change.id === 'run' && (before?.id !== change.value.id || before.status !== change.value.status),
  })
}
