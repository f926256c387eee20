// Whether a PostgreSQL can take a home: it holds nothing of another one, and is not newer than this program.
import type { ClientBase } from 'pg'
import type { CopiedTable } from './plan-copy.ts'

type Client = Pick<ClientBase, 'query'>

/** What a copy meets there. */
export type CopyTarget = {
  readonly hasTables: boolean
  /** Tables that hold rows: of another home, or of services that run on it. */
  readonly filled: readonly string[]
}

export async function lookAtTarget(client: Client, tables: readonly CopiedTable[]): Promise<CopyTarget> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('orrery.migrations') AS found")
  if ((rows[0]?.found ?? null) === null) return { hasTables: false, filled: [] }
  return { hasTables: true, filled: await filledOf(client, tables) }
}

/** What the making of the tables leaves in them is nobody's. */
const first: Readonly<Record<string, string>> = {
  counters: "name NOT IN ('session history', 'session activity') OR value <> 0",
  passkey_holder: 'EXISTS (SELECT 1 FROM orrery.passkeys)',
}

/** Tables among these that hold rows. One that an older program did not know yet holds none. */
export async function filledOf(client: Client, tables: readonly CopiedTable[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows: known } = await client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
      `orrery.${name}`,
    ])
    if ((known[0]?.found ?? null) === null) continue
    const where = first[name] === undefined ? '' : ` WHERE ${first[name]}`
    const { rows } = await client.query(`SELECT 1 FROM orrery.${name}${where} LIMIT 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

/** Before a copy, in its transaction. */
export async function removeFirstRows(client: Client): Promise<void> {
  for (const name of Object.keys(first)) await client.query(`DELETE FROM orrery.${name}`)
}
