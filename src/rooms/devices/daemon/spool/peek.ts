// What a daemon left in its spool, read without opening it: for commands, and for a daemon that has nothing to do.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { runRowSchema, type SpooledRun } from './spool-tables.ts'

/** A run as it stands in the spool. */
export type SeenRun = { readonly run: SpooledRun; readonly isTold: boolean }

const rowsSchema = z.array(z.object({ row: z.string(), last_seq: z.number(), acked: z.number() }))
const lockedMs = 2000

/** None where there is no spool. */
export function seeRuns(path: string): SeenRun[] {
  if (!existsSync(path)) return []
  const database = new DatabaseSync(path, { readOnly: true, timeout: lockedMs })
  try {
    const rows = rowsSchema.parse(database.prepare('SELECT row, last_seq, acked FROM runs').all())
    return rows.map(({ row, last_seq: last, acked }) => ({
      run: runRowSchema.parse(JSON.parse(row)),
      isTold: acked >= last,
    }))
  } finally {
    database.close()
  }
}
