// Runs of other services that share the tables: read as their services commit, and told as our own are.
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { OutputFiles } from './output/output-files.ts'
import { runNews } from './store/journal.ts'
import type { RunReads } from './store/run-reads.ts'
import type { Watch } from './watch.ts'

export type FollowingParts = {
  readonly database: Pick<Database, 'others'>
  readonly reads: Pick<RunReads, 'find' | 'steps' | 'open'>
  readonly watch: Pick<Watch, 'heard' | 'removed' | 'openRuns'>
  readonly files: Pick<OutputFiles, 'remove'>
  readonly log: Log
}

/** Goes on to the end of the service, and tells first what began since the open runs were read. */
export function followOthers({ database: { others }, reads, watch, files, log }: FollowingParts): void {
  if (others.node === null) return
  async function hear(ids: readonly string[]): Promise<void> {
    const gone: string[] = []
    for (const id of ids) {
      const run = await reads.find(id)
      if (run === null) gone.push(id)
      else watch.heard(run, await reads.steps(id))
    }
    if (gone.length === 0) return
    watch.removed(gone)
    await files.remove(gone)
  }

  async function readAll(): Promise<void> {
    const known = watch.openRuns().map(({ run_id: id }) => id)
    const open = (await reads.open()).map(({ run_id: id }) => id)
    await hear([...new Set([...known, ...open])])
  }

  const read = createReadOthers({ log, what: 'runs of another node' })
  others.follow(runNews, { hear: (ids) => read(() => hear(ids)), missed: () => read(readAll) })
  void read(readAll)
}
