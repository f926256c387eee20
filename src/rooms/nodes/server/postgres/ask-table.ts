// What nodes ask of each other, a row each, in PostgreSQL: put only for a node that is heard, taken by one process, once.
import type { Client } from 'pg'
import { lockTables, unlockTables } from '#platform/server/db/lock-tables.ts'
import { answered } from '#platform/server/db/postgres/failures.ts'

/** On it a node is told by its name that it is asked, and a process by its id that it was answered. */
export const asksChannel = 'orrery_asks'

/** What nobody asked for any more a minute ago. */
const keptSeconds = 60

const table = `
  CREATE SCHEMA IF NOT EXISTS orrery;
  CREATE TABLE IF NOT EXISTS orrery.asks (
    id UUID PRIMARY KEY, node TEXT NOT NULL, asker UUID NOT NULL, until TIMESTAMPTZ NOT NULL,
    request TEXT NOT NULL, taken_by UUID, answer TEXT);
  CREATE INDEX IF NOT EXISTS asks_of_node ON orrery.asks (node, until);`

/** Under the lock of tables, for those that start together. */
export async function makeAsks(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('orrery.asks') AS found")
  // Whoever may write there need not have the right to make a table.
  if ((rows[0]?.found ?? null) !== null) return
  await lockTables(client)
  try {
    await client.query(table)
  } finally {
    await unlockTables(client)
  }
}

/** Ages of the node's row, in milliseconds; `stoppedMs` is null unless it was stopped. */
export type AskedNode = { readonly silentMs: number; readonly stoppedMs: number | null; readonly url: string | null }

export type NodeAsk = {
  readonly id: string
  readonly node: string
  readonly asker: string
  readonly request: string
  readonly leftMs: number
  /** A node that was silent for longer is not asked. */
  readonly silentAfterMs: number
}

/** Asks, once however often it is put; answers what is known of the node, null where it has no row. */
export async function putAsk(client: Client, ask: NodeAsk): Promise<AskedNode | null> {
  const { id, node, asker, request, leftMs, silentAfterMs } = ask
  const { rows } = await answered(client.query<AskedNode>(put, [id, node, asker, request, leftMs, silentAfterMs]))
  return rows[0] ?? null
}

const put = {
  name: 'orrery_ask',
  text: `
    WITH asked AS (
      SELECT (extract(epoch FROM clock_timestamp() - last_heartbeat) * 1000)::float8 AS silent,
        (extract(epoch FROM clock_timestamp() - stopped_at) * 1000)::float8 AS stopped, url
      FROM orrery.nodes WHERE name = $2),
    placed AS (
      INSERT INTO orrery.asks (id, node, asker, request, until)
      SELECT $1, $2, $3, $4, clock_timestamp() + $5 * interval '1 ms' FROM asked
      WHERE stopped IS NULL AND silent <= $6 ON CONFLICT (id) DO NOTHING)
    SELECT silent AS "silentMs", stopped AS "stoppedMs", url, pg_notify('${asksChannel}', $2) FROM asked`,
}

export type Server = {
  readonly node: string
  readonly instance: string
  /** What this process carries out already. */
  readonly begun: readonly string[]
  /** As many more it takes. */
  readonly room: number
}
export type TakenAsk = { readonly id: string; readonly request: string; readonly leftMs: number }

/** Takes what is asked of this node, as long as its row is this process's; and what it took without hearing of it. */
export async function takeAsks(client: Client, { node, instance, begun, room }: Server): Promise<readonly TakenAsk[]> {
  return (await answered(client.query<TakenAsk>(take, [node, instance, begun, room]))).rows
}

const leftMs = `(extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS "leftMs"`
const take = {
  name: 'orrery_take_asks',
  text: `
    WITH next AS (
      SELECT id FROM orrery.asks
      WHERE node = $1 AND taken_by IS NULL AND until > clock_timestamp()
        AND EXISTS (SELECT FROM orrery.nodes WHERE name = $1 AND instance = $2 AND stopped_at IS NULL)
      ORDER BY until LIMIT $4 FOR UPDATE SKIP LOCKED),
    taken AS (
      UPDATE orrery.asks a SET taken_by = $2 FROM next WHERE a.id = next.id RETURNING a.id, a.request, a.until)
    SELECT id, request, ${leftMs} FROM taken
    UNION ALL
    SELECT id, request, ${leftMs} FROM orrery.asks
    WHERE node = $1 AND taken_by = $2 AND answer IS NULL AND until > clock_timestamp() AND NOT id = ANY($3)`,
}

/** Of a process before this one, which took what it did not answer. Nothing of it runs again. */
export async function endLeft(client: Client, { node, instance }: Server, answer: string): Promise<void> {
  await answered(client.query({ name: 'orrery_end_left_asks', text: left, values: [node, instance, answer] }))
}

const left = `
  UPDATE orrery.asks SET answer = $3
  WHERE node = $1 AND taken_by <> $2 AND answer IS NULL
    AND EXISTS (SELECT FROM orrery.nodes WHERE name = $1 AND instance = $2)
  RETURNING pg_notify('${asksChannel}', asker::text)`

/** Nothing where nobody waits for it any more. */
export async function writeAnswer(client: Client, id: string, answer: string): Promise<void> {
  await answered(client.query({ name: 'orrery_answer', text: write, values: [id, answer] }))
}

const write = `UPDATE orrery.asks SET answer = $2 WHERE id = $1 AND answer IS NULL
  RETURNING pg_notify('${asksChannel}', asker::text)`

export type AnswerRow = { readonly id: string; readonly answer: string }

/** At most that many. */
export async function readAnswers(client: Client, ids: readonly string[], most: number): Promise<readonly AnswerRow[]> {
  const text = 'SELECT id, answer FROM orrery.asks WHERE id = ANY($1) AND answer IS NOT NULL LIMIT $2'
  return (await answered(client.query<AnswerRow>({ name: 'orrery_answers', text, values: [ids, most] }))).rows
}

export type TakenBack = { readonly wasBegun: boolean; readonly answer: string | null }

/** From then on nobody begins it. Null where it never was there. */
export async function takeBack(client: Client, id: string): Promise<TakenBack | null> {
  const text = 'DELETE FROM orrery.asks WHERE id = $1 RETURNING taken_by IS NOT NULL AS begun, answer'
  const { rows } = await answered(client.query<{ begun: number; answer: string | null }>(text, [id]))
  const [row] = rows
  return row === undefined ? null : { wasBegun: row.begun === 1, answer: row.answer }
}

/** What was answered and heard, and what is long over. */
export async function clearAsks(client: Client, heard: readonly string[]): Promise<void> {
  const old = `until < clock_timestamp() - interval '${keptSeconds} seconds'`
  await answered(client.query(`DELETE FROM orrery.asks WHERE id = ANY($1) OR ${old}`, [heard]))
}

export async function readUrl(client: Client, node: string): Promise<string | null> {
  const text = 'SELECT url FROM orrery.nodes WHERE name = $1'
  return (await answered(client.query<{ url: string | null }>(text, [node]))).rows[0]?.url ?? null
}
