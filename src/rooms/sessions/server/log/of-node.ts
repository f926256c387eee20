// What of the log is one service's, where several share it.
import { statement, type Script } from '#platform/server/db/script.ts'

/** Takes the name of the service as its value; null where it has the database for itself. */
export const ofNode = 'node IS NOT DISTINCT FROM ?'
/** The same for PostgreSQL, where every row has a name and the index by names is used for this alone. */
export const ofNodeThere = 'node = ?'

/**
 * How far an index of the log goes is kept for each service: numbers of the log are in the order of the commits of one alone,
 * and what another one has yet to commit would be left out for ever.
 */
export function markOf(name: string, node: string | null): string {
  return node === null ? name : `${name} of ${node}`
}

const take = statement(
  'INSERT INTO counters (name, value) SELECT ?, value FROM counters WHERE name = ? ON CONFLICT (name) DO NOTHING',
)

/** Where the one mark of a database that was not shared stands, those of its services begin. */
export function* beginMarksOf(names: readonly string[], node: string): Script {
  for (const name of names) yield* take.run(markOf(name, node), name)
}

const claims = ['session_events', 'past_sessions'].map((table) =>
  statement(`UPDATE ${table} SET node = ? WHERE node IS NULL`),
)

/** Sessions from before their services were told apart become those of `node`. */
export function* claimNameless(node: string): Script {
  for (const claim of claims) yield* claim.run(node)
}
