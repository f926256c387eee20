// Which transaction of this process was its last: kept in the very transaction, so that one whose answer was lost is found out.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { lockTables, unlockTables } from '../lock-tables.ts'
import { answered } from './failures.ts'

export type Mark = { readonly writer: string; number: number }

export const newMark = (): Mark => ({ writer: randomUUID(), number: 0 })

/** Processes that ended long ago ask for nothing any more. */
const keptDays = 7

/** Under the lock of tables, for those that start together. */
export async function makeWriters(client: Client): Promise<void> {
  await lockTables(client)
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS orrery.writers (
      writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now())`)
  } finally {
    await unlockTables(client)
  }
}

/** Before the first transaction of a connection: from then on `lastOf` finds a row to wait for. */
export async function prepareMark(client: Client, { writer }: Mark): Promise<void> {
  await client.query(`DELETE FROM orrery.writers WHERE at < now() - interval '${keptDays} days' AND writer <> $1`, [
    writer,
  ])
  await client.query('INSERT INTO orrery.writers (writer, number) VALUES ($1, 0) ON CONFLICT DO NOTHING', [writer])
}

export async function noteIn(client: Client, { writer, number }: Mark): Promise<void> {
  const text = 'UPDATE orrery.writers SET number = $2, at = now() WHERE writer = $1'
  await answered(client.query({ name: 'orrery_note', text, values: [writer, number] }))
}

/** The number of the last transaction that was committed. What another connection began and has not ended is waited for. */
export async function lastOf(client: Client, { writer }: Mark): Promise<number | null> {
  const text = 'SELECT number FROM orrery.writers WHERE writer = $1 FOR UPDATE'
  const { rows } = await answered(client.query<{ number: number }>(text, [writer]))
  return rows[0]?.number ?? null
}
