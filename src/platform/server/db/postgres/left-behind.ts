// A board that would be left behind: a home's service.db holds it, and the PostgreSQL that is to keep it holds none.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CliError } from '../../cli/cli-error.ts'
import type { Database } from '../open-database.ts'

/**
 * Rejects with `CliError` (`config`) rather than to show an empty board to somebody who has one. What a home keeps beside a board
 * that is there already can not be merged with it, and stays where it is.
 */
export async function refuseLeavingBehind(home: string, read: Database['read']): Promise<void> {
  const held = boardOf(join(home, 'service.db'))
  if (held.length === 0 || (await hasBoard(read))) return
  const board = `this home holds ${held.join(' and ')}`
  throw new CliError('config', `${board}, and the PostgreSQL of DATABASE_URL has no board yet`, {
    hints: [
      'Take it along first: orrery migrate --to postgres',
      'Leave it in the home, with strands alone on PostgreSQL: SERVICE_STORES=home orrery start',
      'Begin with an empty board, and leave the home as it is: SERVICE_STORES=shared orrery start',
    ],
  })
}

/** What a person would miss, in words. */
function boardOf(path: string): readonly string[] {
  if (!existsSync(path)) return []
  using db = new DatabaseSync(path, { readOnly: true })
  const ask = (table: string, question: string): number => {
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table)
    return isThere === undefined ? 0 : Number(db.prepare(`SELECT ${question} AS n`).get()?.n)
  }
  const tasks = ask('tasks', '(SELECT count(*) FROM tasks)')
  const hasSessions = ask('session_events', "EXISTS (SELECT 1 FROM session_events WHERE kind <> 'checkpoint')") > 0
  return [
    ...(tasks > 0 ? [tasks === 1 ? 'a task' : `${tasks} tasks`] : []),
    ...(hasSessions ? ['the history of its sessions'] : []),
  ]
}

async function hasBoard(read: Database['read']): Promise<boolean> {
  const task = await read.selectFrom('tasks').select('id').limit(1).executeTakeFirst()
  const events = read.selectFrom('session_events').select('seq').where('kind', '<>', 'checkpoint')
  const event = await events.limit(1).executeTakeFirst()
  return task !== undefined || event !== undefined
}
