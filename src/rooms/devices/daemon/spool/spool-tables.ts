// The daemon's own database: its runs, and what of them the hub does not have yet.
import { z } from 'zod'
import type { Migration } from '#platform/server/db/migrate.ts'
import { sessionStartSchema } from '../../contract/from-hub.ts'
import { runKeySchema, runStateSchema, type RunKey } from '../../contract/envelopes.ts'

export const spoolTables: Migration = {
  number: 1,
  name: 'runs and spool',
  sql: `
    CREATE TABLE runs (
      session_id TEXT NOT NULL,
      run_id TEXT NOT NULL,
      last_seq INTEGER NOT NULL,
      acked INTEGER NOT NULL,
      row TEXT NOT NULL,
      PRIMARY KEY (session_id, run_id)
    ) WITHOUT ROWID;
    CREATE TABLE spool (
      ord INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL,
      run_id TEXT NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      kind TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      frame TEXT NOT NULL
    );
    CREATE INDEX spool_of_run ON spool (session_id, run_id, last);
  `,
}

/** As the spool holds an envelope. */
export interface SpoolTable {
  ord: number
  session_id: string
  run_id: string
  first: number
  last: number
  kind: string
  /** What the envelope takes here. */
  bytes: number
  /** How much of what a child wrote it stands for: kept by an output, lost by a gap. */
  lost: number
  frame: string
}

export interface RunsTable {
  session_id: string
  run_id: string
  last_seq: number
  acked: number
  row: string
}

/** A tmux session, told from every other. */
const terminalSchema = z.object({ id: z.string(), name: z.string(), createdMs: z.number() })

/** What the daemon keeps of a run. */
export const runRowSchema = runKeySchema.extend({
  start: sessionStartSchema
    .pick({ harness: true, prompt: true, model: true, working_dir: true, options: true })
    // As they came: this machine alone opens them, for the run's process and to hide them in what it says.
    .extend({ credentials: sessionStartSchema.shape.credentials.default({}) }),
  /** `launching`: it may have begun; whoever finds it so after a restart does not begin it once more. */
  state: z.enum([...runStateSchema.options, 'launching']),
  began_ms: z.number(),
  terminal: terminalSchema.nullable(),
  /** Up to where its output stands in the spool. */
  read_to: z.string().nullable(),
  /** What its wrapper reported of its end, until that is told. */
  exit_code: z.number().int().nullable(),
  is_cancelled: z.boolean(),
  /** Up to where the files are told of in which its agent tells what it used. */
  usage_files: z.record(z.string(), z.unknown()).default({}),
  ended_ms: z.number().nullable(),
  /** Its last envelope, for a hub that lost what it had. */
  last_frame: z.string().nullable(),
})
export type SpooledRun = z.infer<typeof runRowSchema>

type Begun = RunKey & Pick<SpooledRun, 'start'> & { readonly beganMs: number }

/** A run of which nothing is known but that it was asked for. */
export function newRun({ start, beganMs, ...key }: Begun): SpooledRun {
  return {
    ...key,
    start,
    state: 'accepted',
    began_ms: beganMs,
    terminal: null,
    read_to: null,
    exit_code: null,
    is_cancelled: false,
    usage_files: {},
    ended_ms: null,
    last_frame: null,
  }
}
