// Removes runs that are old, with their steps and output, but never the newest ones of a strand.
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { OutputFiles } from './output/output-files.ts'
import { newsOf, removeRun } from './store/journal.ts'

/** So many stay whatever their age: a strand that runs twice a year keeps its history. */
export const keptAlways = 50
/** No strand keeps more that is older than a day: a webhook's delivery is known again for so long. */
export const keptAtMost = 1000
/** A clock that jumped by days finds the slots of those days taken. */
const slotDays = 8
/** Rows in one commit. */
const atOnce = 100

export interface Retention {
  /** All strands, or one. Resolves with the ids of the runs that are gone. */
  prune(strandId?: string): Promise<string[]>
}

export type RetentionParts = {
  readonly database: Pick<Database, 'commits' | 'read' | 'others'>
  readonly files: Pick<OutputFiles, 'remove'>
  /** Asked at each clearing. */
  readonly days: () => number
  /** Whether only the newest runs of a strand stay, whatever their age. */
  readonly keepsFew: (strandId: string) => boolean
  readonly clock: Clock
  /** Definitions that no run uses are gone. */
  readonly onDefinitionsGone: () => void
}

export function createRetention(parts: RetentionParts): Retention {
  const { database, files, days, clock, keepsFew, onDefinitionsGone } = parts
  const { commits, read, others } = database
  const removal = { commits, others, files }

  async function surplus(strandId: string, before: string): Promise<string[]> {
    const rows = await read
      .selectFrom('loom_runs')
      .select(['run_id', 'created_at'])
      .where('workflow_id', '=', strandId)
      .where('status', 'not in', ['queued', 'running'])
      .orderBy('seq', 'desc')
      // SQLite skips none without a limit, and PostgreSQL takes no negative one.
      .limit(Number.MAX_SAFE_INTEGER)
      .offset(keptAlways)
      .execute()
    const isFew = keepsFew(strandId)
    const most = isFew ? 0 : keptAtMost - keptAlways
    const dayAgo = toIso(clock.now() - dayMs)
    return rows
      .filter(({ created_at: at }, index) => at < before || (index >= most && (isFew || at < dayAgo)))
      .map(({ run_id: id }) => id)
  }

  async function removeTraces(): Promise<void> {
    const ranBefore = toIso(clock.now() - slotDays * dayMs)
    const missedBefore = toIso(clock.now() - Math.max(days(), slotDays) * dayMs)
    await commits.write({
      *script() {
        yield* removeSlots.run(ranBefore, missedBefore)
        // Another service may be about to begin a run on one that it knows to be there: then all are kept.
        if (others.node !== null) return
        yield* removeDefinitions.run()
        // In the same turn, so that no run begins on one that is gone.
        onDefinitionsGone()
      },
    })
  }

  return {
    async prune(strandId) {
      const strands =
        strandId === undefined
          ? await read.selectFrom('loom_runs').select('workflow_id').distinct().execute()
          : [{ workflow_id: strandId }]
      const before = toIso(clock.now() - days() * dayMs)
      const gone: string[] = []
      for (const { workflow_id: id } of strands) gone.push(...(await surplus(id, before)))
      await remove(removal, gone)
      if (strandId === undefined) await removeTraces()
      return gone
    },
  }
}

type Removal = Pick<Database, 'commits' | 'others'> & Pick<RetentionParts, 'files'>

async function remove({ commits, others, files }: Removal, runIds: readonly string[]): Promise<void> {
  for (let from = 0; from < runIds.length; from += atOnce) {
    const part = runIds.slice(from, from + atOnce)
    await commits.write({
      ...newsOf(others, () => part),
      *script() {
        for (const id of part) yield* removeRun(id)
      },
    })
    await files.remove(part)
  }
}

const removeSlots = statement('DELETE FROM loom_slots WHERE slot < ? AND (run_id IS NOT NULL OR slot < ?)')
const removeDefinitions = statement(
  'DELETE FROM loom_definitions WHERE hash NOT IN (SELECT definition FROM loom_runs WHERE definition IS NOT NULL)',
)
