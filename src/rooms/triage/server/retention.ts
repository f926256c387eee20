// Old runs of triage go, with what they made of tasks and what they consumed. What explains a place or teaches stays.
import { dayMs, toIso } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { TriageContext } from './context.ts'
import { earlierCorrections } from './run/snapshot.ts'
import { createRetentionReads } from './stores/retention-reads.ts'

/** Rows in one commit: a few milliseconds, so that no change waits long. */
const atOnce = 100

export type TriageRetention = {
  readonly read: Database['read']
  readonly context: Pick<TriageContext, 'commits' | 'overrides' | 'clock'>
  /** Asked at each look. */
  readonly days: () => number
}

/** Clears away at once what is due, and looks again each day until it is disposed; a failure is logged and tried again. */
export function startRetention(
  retention: TriageRetention & { readonly context: Pick<TriageContext, 'log'> },
  every: Timers['every'],
): AsyncDisposable {
  const over = new AbortController()
  let running = Promise.resolve()
  const look = () => {
    running = running
      .then(() => forgetOld(retention, over.signal))
      .catch((error: unknown) =>
        retention.context.log.error({ err: error }, 'old triage runs could not be cleared away'),
      )
  }
  const stop = every(dayMs, look)
  look()
  return {
    async [Symbol.asyncDispose]() {
      stop()
      over.abort()
      await running
    },
  }
}

/** Rejects with `StorageError`; what is left goes next time, as it does when the signal ends it. */
export async function forgetOld({ read, context, days }: TriageRetention, signal?: AbortSignal): Promise<void> {
  const { commits, overrides, clock } = context
  const reads = createRetentionReads(read, atOnce)
  const first = await reads.firstKept(toIso(clock.now() - days() * dayMs))
  if (first === null) return
  const remove = (table: Table, ids: readonly number[]) => removeRows({ commits, signal }, table, ids)
  const { rows, runs: explaining } = await reads.standing()
  for await (const old of reads.oldScores(first)) {
    await remove(
      'score_history',
      old.filter((id) => !rows.has(id)),
    )
  }
  const briefs = await reads.consumedBriefs(first)
  await remove('briefs', idsOf(briefs.filter(({ run }) => !explaining.has(run))))
  const taught = new Set(idsOf(await overrides.lastApplied(earlierCorrections)))
  const locks = await reads.lastLocks(first)
  const applied = Map.groupBy(await reads.appliedOverrides(first), ({ id, run }) =>
    explaining.has(run) || taught.has(id) || locks.has(id) ? 'stays' : 'goes',
  )
  await remove('score_overrides', idsOf(applied.get('goes') ?? []))
  const named = new Set([...explaining, ...(applied.get('stays') ?? []).map(({ run }) => run)])
  await remove(
    'triage_runs',
    (await reads.runsBefore(first)).filter((id) => !named.has(id)),
  )
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const removals = {
  score_history: statement('DELETE FROM score_history WHERE id = ?'),
  briefs: statement('DELETE FROM briefs WHERE id = ?'),
  score_overrides: statement('DELETE FROM score_overrides WHERE id = ?'),
  triage_runs: statement('DELETE FROM triage_runs WHERE id = ?'),
}

type Table = keyof typeof removals
type Removal = Pick<TriageContext, 'commits'> & { readonly signal: AbortSignal | undefined }

async function removeRows({ commits, signal }: Removal, table: Table, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    // A run goes after all that names it, so that what was broken off breaks no reference.
    if (signal?.aborted === true) return
    const part = ids.slice(from, from + atOnce)
    await commits.write({
      *script() {
        for (const id of part) yield* removals[table].run(id)
      },
    })
  }
}
