// Marks that others set, who share the tables: what was seen on one machine's page is seen on all.
import type { Database } from '#platform/server/db/open-database.ts'
import type { News } from '#platform/server/db/news.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { InboxContext } from './context.ts'

const room = 'inbox'

/** What a change of these marks tells others. */
export const marksNews = (ids: readonly string[]): readonly News[] => (ids.length === 0 ? [] : [{ room, ids }])

export type HearingParts = Pick<InboxContext, 'book' | 'store' | 'log'> & {
  readonly database: Pick<Database, 'others'>
}

/** Goes on to the end of the service. */
export function hearMarks({ book, store, log, database: { others } }: HearingParts): void {
  const inTurn = createReadOthers({ log, what: 'marks that another node set' })
  const readAnew = (read: () => ReturnType<typeof store.read>): Promise<void> =>
    inTurn(async () => {
      let [before, marks] = [book.settings(), await read()]
      while (before !== book.settings()) [before, marks] = [book.settings(), await read()]
      book.setMarks(marks)
    })
  others.follow(room, {
    hear: (ids) => readAnew(() => store.read(ids)),
    // Also those that are gone.
    missed: () =>
      readAnew(
        async () => new Map([...[...book.marks().keys()].map((id) => [id, null] as const), ...(await store.load())]),
      ),
  })
}
