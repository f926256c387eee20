// Checkpoints: all sessions at one point of the log, so that a replay begins there and older events may go.
import type { Database } from '#platform/server/db/open-database.ts'
import { pause, statement, type Script } from '#platform/server/db/script.ts'
import type { DismissedName } from '../../contract/stored.ts'
import type { SessionRecord } from '../../core/record.ts'
import { ofNode } from './of-node.ts'
import { storedSlices } from './stored-text.ts'

export type Checkpoint = {
  readonly at: string
  readonly records: readonly SessionRecord[]
  readonly dismissed: readonly DismissedName[]
}

/** As it is read: each part is the JSON of some of the sessions, all of them together the checkpoint. */
export type StoredCheckpoint = { readonly seq: number; readonly parts: readonly string[] }

/**
 * Writes the checkpoint that `take` answers when the transaction begins, in the place of older ones. Resolves with its
 * seq after the commit. The rows of one checkpoint are all there or none, and no event stands between them.
 */
export async function writeCheckpoint(
  database: Pick<Database, 'commits'>,
  node: string | null,
  take: () => Checkpoint,
): Promise<number> {
  let seq = 0
  let taken: Checkpoint | null = null
  await database.commits.writeInSlices({
    script() {
      // Before the first statement is waited for: a second try, too, writes what was so when the first began.
      taken ??= take()
      return replace(taken, node, (last) => (seq = last))
    },
  })
  return seq
}

const present = statement<{ readonly seq: number }>(
  `SELECT seq FROM session_events WHERE kind = 'checkpoint' AND ${ofNode}`,
)
const insert = statement(
  "INSERT INTO session_events (session_id, at, kind, source, data, node) VALUES ('', ?, 'checkpoint', 'service', ?, ?)",
  { key: 'seq' },
)
const drop = statement('DELETE FROM session_events WHERE seq = ?')

function* replace(checkpoint: Checkpoint, node: string | null, onRow: (seq: number) => void): Script {
  const older = yield* present.all(node)
  for (const part of renderParts(checkpoint)) {
    onRow(yield* insert.insert(checkpoint.at, part, node))
    yield pause
  }
  for (const row of older) {
    yield* drop.run(row.seq)
    yield pause
  }
}

/** Null when the log has none of that node. */
export async function readLastCheckpoint(
  { read }: Pick<Database, 'read'>,
  node: string | null,
): Promise<StoredCheckpoint | null> {
  const rows = await read
    .selectFrom('session_events')
    .select(['seq', 'data'])
    .where('kind', '=', 'checkpoint')
    .where('node', node === null ? 'is' : '=', node)
    .orderBy('seq', 'asc')
    .execute()
  const last = rows.at(-1)
  return last === undefined ? null : { seq: last.seq, parts: rows.map(({ data }) => data ?? 'null') }
}

/** One part for each slice, and a first one that holds the dismissed names: a row is written at once. */
function* renderParts({ records, dismissed }: Checkpoint): Generator<string> {
  yield `{"dismissed":${JSON.stringify(dismissed)},"sessions":[]}`
  for (const slice of storedSlices(records, ',')) yield `{"dismissed":[],"sessions":[${slice}]}`
}
