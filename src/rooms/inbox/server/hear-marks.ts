// Marks that others set, who share the tables: what was seen on one machine's page is seen on all.
import type { Database } from '#platform/server/db/open-database.ts'
import type { News } from '#platform/server/db/news.ts'
import type { InboxContext } from './context.ts'

const room = 'inbox'

/** What a change of these marks tells others. */
export const marksNews = (ids: readonly string[]): readonly News[] => (ids.length === 0 ? [] : [{ room, ids }])

export type HearingParts = Pick<InboxContext, 'book' | 'store' | 'log'> & {
  readonly database: Pick<Database, 'others'>
}

/** Goes on to the end of the service. What can't be read now is read with the next that is heard, or by the next start. */
export function hearMarks({ book, store, log, database: { others } }: HearingParts): void {
  async function readAnew(read: () => ReturnType<typeof store.read>): Promise<void> {
    try {
      let [before, marks] = [book.settings(), await read()]
      while (before !== book.settings()) [before, marks] = [book.settings(), await read()]
      book.setMarks(marks)
    } catch (error) {
      log.warn({ err: error }, 'marks that another node set could not be read')
    }
  }
  others.follow(room, {
    hear: (ids) => readAnew(() => store.read(ids)),
    // Also those that are gone.
    missed: () =>
      readAnew(
        async () => new Map([...[...book.marks().keys()].map((id) => [id, null] as const), ...(await store.load())]),
      ),
  })
}
