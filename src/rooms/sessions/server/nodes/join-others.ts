// What a service does to the tables of sessions that it shares with others before it reads them, and after.
import type { Database } from '#platform/server/db/open-database.ts'
import { openedNews } from '../log/event-log.ts'
import { claimNameless } from '../log/of-node.ts'
import { beginMarks } from '../log/session-history.ts'
import { readSessionsFile } from '../restore/read-sessions-file.ts'

type Joining = { readonly database: Pick<Database, 'commits' | 'others'> }

/**
 * Rows without a name are from before services were told apart, when one had the tables for itself: it is the one whose home has
 * a sessions.json. A home that is new here has none. Rejects with `StorageError`.
 */
export async function joinOthers({ database: { commits, others } }: Joining, path: string): Promise<void> {
  const { node } = others
  if (node === null) return
  const isFirst = readSessionsFile(path).kind === 'read'
  await commits.write({
    *script() {
      yield* beginMarks(node)
      if (isFirst) yield* claimNameless(node)
    },
  })
}

/** The others read this one's sessions anew: what a start leaves out of them has no row. Rejects with `StorageError`. */
export async function tellOpened({ commits, others: { node } }: Pick<Database, 'commits' | 'others'>): Promise<void> {
  if (node === null) return
  await commits.write({ *script() {}, news: () => [{ room: openedNews, ids: [node] }] })
}
