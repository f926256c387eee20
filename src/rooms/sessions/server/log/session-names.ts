// What sessions are called in the activity, on the board and after they left it.
import { sql } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'

/** What a session is called on its card; null for one that is not on the board. */
export type NameOfSession = (id: string) => string | null

type Read = Database['read']

/** Fields of the stored session; that of the terminal as the index of migration 21 has it. */
function fieldsOfPast(read: Read) {
  const isSqlite = dialectOf(read) === 'sqlite'
  const label = isSqlite ? sql`json_extract(session, '$.label')` : sql`json_text(session, 'label')`
  const terminal = isSqlite
    ? sql<string>`json_extract(session, '$.tmux_session')`
    : sql<string>`json_text(session, 'tmux_session')`
  return { terminal, name: sql<string | null>`coalesce(${label}, ${terminal})` }
}

/** By id; unknown ones are left out. */
export async function namesOfSessions(
  read: Read,
  nameOf: NameOfSession,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const gone: string[] = []
  for (const id of new Set(ids)) {
    const name = nameOf(id)
    if (name === null) gone.push(id)
    else names.set(id, name)
  }
  if (gone.length === 0) return names
  const past = read.selectFrom('past_sessions').select(['id', fieldsOfPast(read).name.as('name')])
  for (const { id, name } of await past.where('id', 'in', gone).execute()) if (name !== null) names.set(id, name)
  return names
}

/** By whatever an agent says who it is: the id of its session, or the name of its terminal. */
export async function namesOfAgents(
  read: Read,
  nameOf: NameOfSession,
  asked: readonly string[],
): Promise<Map<string, string>> {
  const names = await namesOfSessions(read, nameOf, asked)
  const others = [...new Set(asked)].filter((name) => !names.has(name))
  if (others.length === 0) return names
  const { terminal, name } = fieldsOfPast(read)
  const past = read.selectFrom('past_sessions').select([terminal.as('terminal'), name.as('name')])
  // The newest of a name comes last, and stays.
  const found = past.where(terminal, 'in', others).orderBy('seq', 'asc')
  for (const row of await found.execute()) if (row.name !== null) names.set(row.terminal, row.name)
  return names
}
