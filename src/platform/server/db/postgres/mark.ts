// The last statement of each commit: which of this process it is, so that one whose answer was lost is found out, and its number
// among the commits of all nodes, if others have something to read anew.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { lockTables, unlockTables } from '../lock-tables.ts'
import type { News } from '../news.ts'
import { answered } from './failures.ts'

export type CommitMark = { readonly writer: string; number: number }

export const newMark = (): CommitMark => ({ writer: randomUUID(), number: 0 })

/** Processes that ended long ago ask for nothing any more. */
const keptDays = 7

/** Of the row of `feed`, which every commit with news locks: numbers are in the order of commits. */
const tables = `
  CREATE TABLE IF NOT EXISTS orrery.writers (
    writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS orrery.feed (id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL);
  INSERT INTO orrery.feed VALUES (1, 0) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS orrery.changes (
    number BIGINT PRIMARY KEY, writer TEXT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now(), news TEXT NOT NULL);`

/** The channel on which commits with news are told, by their numbers alone. */
export const changesChannel = 'orrery_changes'

/** Under the lock of tables, for those that start together. */
export async function makeMarks(client: Client): Promise<void> {
  await lockTables(client)
  try {
    await client.query(tables)
  } finally {
    await unlockTables(client)
  }
}

/** Before the first transaction of a connection: from then on `lastOf` finds a row to wait for. */
export async function prepareMark(client: Client, { writer }: CommitMark): Promise<void> {
  await client.query(`DELETE FROM orrery.writers WHERE at < now() - interval '${keptDays} days' AND writer <> $1`, [
    writer,
  ])
  await client.query('INSERT INTO orrery.writers (writer, number) VALUES ($1, 0) ON CONFLICT DO NOTHING', [writer])
}

/** The last statement before COMMIT, since from here on no other node commits news. */
export async function noteIn(client: Client, { writer, number }: CommitMark, news: readonly News[]): Promise<void> {
  const told = news.length === 0 ? note : noteAndTell
  const values = [writer, number, ...(news.length === 0 ? [] : [JSON.stringify(news)])]
  await answered(client.query({ ...told, values }))
}

const noteText = 'UPDATE orrery.writers SET number = $2, at = now() WHERE writer = $1'
const note = { name: 'orrery_note', text: noteText }
const noteAndTell = {
  name: 'orrery_note_and_tell',
  text: `WITH noted AS (${noteText}), next AS (UPDATE orrery.feed SET number = number + 1 RETURNING number),
    told AS (INSERT INTO orrery.changes (number, writer, news) SELECT number, $1, $3 FROM next)
    SELECT pg_notify('${changesChannel}', number::text) FROM next`,
}

/** The number of the last transaction that was committed. What another connection began and has not ended is waited for. */
export async function lastOf(client: Client, { writer }: CommitMark): Promise<number | null> {
  const text = 'SELECT number FROM orrery.writers WHERE writer = $1 FOR UPDATE'
  const { rows } = await answered(client.query<{ number: number }>(text, [writer]))
  return rows[0]?.number ?? null
}
