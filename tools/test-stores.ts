// Which suites and journeys run on what: all of them can have their stores in PostgreSQL, except those that are about the file.

/** They damage, copy, fill or read service.db itself, or die at its commits. */
export const aboutTheFile: readonly string[] = [
  'test/suites/budgets/storage.test.ts',
  'test/suites/engines/r14-crashes.test.ts',
  'test/suites/mirror/cycle.test.ts',
  'test/suites/settings/changes.test.ts',
  'test/suites/system/backups.test.ts',
  'test/suites/system/full-disk.test.ts',
  'test/suites/system/restore.test.ts',
  'test/suites/system/upgrade.test.ts',
  'test/suites/tasks/follow-after-kill.test.ts',
  'test/suites/threats/r1-first-start.test.ts',
  'test/suites/threats/r1-random.test.ts',
  'test/suites/threats/r1-requests.test.ts',
  'test/suites/threats/r2-full-disk.test.ts',
  'test/suites/threats/r3-r4-damaged-files.test.ts',
  'test/suites/threats/s13-secrets.test.ts',
  'test/suites/threats/s14-modes.test.ts',
  'test/suites/threats/s5-paths.test.ts',
  'test/suites/triage/kill-during-a-run.test.ts',
  'test/suites/vault/stolen-hub.test.ts',
]

/** What `npm test` runs once more with stores in PostgreSQL: a board day, triage, and kills while it writes. A minute of processor at most. */
export const onPostgresAsWell: readonly string[] = [
  'test/journeys/board-tasks.test.ts',
  'test/journeys/search.test.ts',
  'test/journeys/triage.test.ts',
  'test/suites/search/kill.test.ts',
  'test/suites/tasks/task-chain.test.ts',
]
