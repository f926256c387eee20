// What the parts of this room's server work on together.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { ItemBook } from './item-book.ts'
import type { MarksStore } from './marks-store.ts'

export type InboxContext = {
  readonly book: ItemBook
  readonly store: MarksStore
  readonly commits: Database['commits']
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}
