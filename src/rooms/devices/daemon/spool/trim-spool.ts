// Makes room in the spool: the oldest output goes, and a gap says how much.
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Clock } from '#platform/server/clock.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import { keepWithin, type SpoolBounds, type Spooled } from '../../core/streams/spool.ts'
import { frameText } from './frame-text.ts'

const rowSchema = z.object({
  ord: z.number(),
  session_id: z.string(),
  run_id: z.string(),
  first: z.number(),
  last: z.number(),
  kind: z.enum(['output', 'kept', 'gap']),
  bytes: z.number(),
  lost: z.number(),
})
type Row = z.infer<typeof rowSchema>

type Trimming = { readonly bounds: SpoolBounds; readonly clock: Clock }

/** Inside a transaction; answers what each run gave up. */
export function trimSpool(db: DatabaseSync, { bounds, clock }: Trimming): (RunKey & { readonly bytes: number })[] {
  const select = 'SELECT ord, session_id, run_id, first, last, kind, bytes, lost FROM spool ORDER BY ord'
  const rows = db
    .prepare(select)
    .all()
    .map((row) => rowSchema.parse(row))
  const kept = new Map(
    keepWithin(
      rows.map(({ first, last, kind, bytes, lost: output, ...key }): Spooled => ({
        run: nameOf(key),
        first,
        last,
        kind,
        bytes,
        output,
      })),
      bounds,
    ).map((entry) => [`${entry.run} ${entry.last}`, entry]),
  )
  const remove = db.prepare('DELETE FROM spool WHERE ord = ?')
  const replace = db.prepare("UPDATE spool SET first = ?, kind = 'gap', bytes = 0, lost = ?, frame = ? WHERE ord = ?")
  const freed: (RunKey & { readonly bytes: number })[] = []
  for (const row of rows) {
    const entry = kept.get(`${nameOf(row)} ${row.last}`)
    if (entry === undefined) remove.run(row.ord)
    else if (isChanged(row, entry)) replace.run(entry.first, entry.output, gapText(row, entry, clock), row.ord)
    else continue
    if (row.bytes > 0) freed.push({ session_id: row.session_id, run_id: row.run_id, bytes: row.bytes })
  }
  return freed
}

function isChanged(row: Row, entry: Spooled): boolean {
  return entry.kind === 'gap' && (row.kind !== 'gap' || row.first !== entry.first || row.lost !== entry.output)
}

function gapText({ session_id, run_id }: Row, { first, last, output }: Spooled, clock: Clock): string {
  return frameText({ type: 'session.gap', session_id, run_id, seq: last, from: first, to: last, bytes: output }, clock)
}

function nameOf({ session_id, run_id }: RunKey): string {
  return JSON.stringify([session_id, run_id])
}
