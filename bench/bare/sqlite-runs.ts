// The reference for the workflow engine: a run of three steps as eight transactions of hand-written SQL, and nothing else.
import { DatabaseSync } from 'node:sqlite'

const now = (): string => new Date().toISOString()

export interface BareRuns {
  /** One run A → B, C from its first row to its last. */
  run(id: string): void
  close(): void
}

/** Each step's beginning and end and the run's own are committed apart, as an engine without a queue of writes would. */
export function openBareRuns(path: string): BareRuns {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec(`
    CREATE TABLE runs (id TEXT PRIMARY KEY, strand TEXT NOT NULL, status TEXT NOT NULL, at TEXT NOT NULL, ended TEXT);
    CREATE TABLE steps (
      run TEXT NOT NULL, id TEXT NOT NULL, status TEXT NOT NULL, began TEXT NOT NULL, ended TEXT, result TEXT,
      PRIMARY KEY (run, id)
    );
  `)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const insertRun = db.prepare("INSERT INTO runs VALUES (?, 'bench', 'running', ?, NULL)")
  const endRun = db.prepare("UPDATE runs SET status = 'success', ended = ? WHERE id = ?")
  const insertStep = db.prepare("INSERT INTO steps VALUES (?, ?, 'running', ?, NULL, NULL)")
  const endStep = db.prepare("UPDATE steps SET status = 'success', ended = ?, result = ? WHERE run = ? AND id = ?")
  const inTransaction = (work: () => void): void => {
    begin.run()
    work()
    commit.run()
  }
  return {
    run(id) {
      inTransaction(() => void insertRun.run(id, now()))
      for (const step of ['a', 'b', 'c']) {
        inTransaction(() => void insertStep.run(id, step, now()))
        inTransaction(() => void endStep.run(now(), JSON.stringify(step), id, step))
      }
      inTransaction(() => void endRun.run(now(), id))
    },
    close: () => db.close(),
  }
}
