// What Home asks of this room.
import { sql } from 'kysely'
import { toIso } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { BringBlock } from '#rooms/home/contract.ts'
import { nextBlock, ranBlock, type RunTally } from '../core/home.ts'
import { seqOf, toRun } from './store/rows.ts'
import type { StrandBook } from './strand-book.ts'

/** The blocks of strands. */
export type FlowOnHome = { readonly ran: BringBlock; readonly next: BringBlock }

export type FlowOnHomeParts = { readonly book: Pick<StrandBook, 'all' | 'get'>; readonly read: Database['read'] }

export function onHome({ book, read }: FlowOnHomeParts): FlowOnHome {
  return {
    ran: async (window) => ranBlock(await tallyRuns(read, window.sinceMs), book.get, window),
    next: () => nextBlock(book.all()),
  }
}

/** Of the runs that were asked for since then and are over, one row for each strand. */
async function tallyRuns(read: Database['read'], sinceMs: number): Promise<RunTally[]> {
  const counted = await read
    .selectFrom('loom_runs')
    .select([
      'workflow_id',
      sql<number>`count(*)`.as('runs'),
      sql<number>`count(CASE WHEN status = 'failed' THEN 1 END)`.as('failed'),
      sql<number>`max(seq)`.as('last'),
      sql<number | null>`max(CASE WHEN status = 'failed' THEN seq END)`.as('last_failed'),
    ])
    .where('seq', '>=', seqOf(toIso(sinceMs)))
    .where('status', 'in', ['success', 'failed'])
    .groupBy('workflow_id')
    .execute()
  if (counted.length === 0) return []
  const seqs = [...new Set(counted.flatMap(({ last, last_failed: failed }) => [last, failed ?? last]))]
  const rows = await read.selectFrom('loom_runs').selectAll().where('seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, toRun(row)]))
  return counted.flatMap(({ runs, failed, last, last_failed: lastFailed }) => {
    const newest = bySeq.get(last)
    const told = bySeq.get(lastFailed ?? last)
    return newest === undefined || told === undefined ? [] : [{ runs, failed, told, last: newest }]
  })
}
