// Deleted tasks can be brought back for some days; then they go for good, a few in each commit.
import { dayMs, toIso } from '#base/time.ts'
import type { Timers } from '#platform/server/timers.ts'
import { anew } from '../change/anew.ts'
import type { TasksContext } from '../context.ts'

/** Tasks in one commit: a few milliseconds, so that no change waits long. */
const batchSize = 100

/** `days` is asked at each look. */
type Retention = { readonly days: () => number; readonly every: Timers['every'] }

/** Forgets at once what is due, and looks again each day until it is disposed; a failure is logged and tried again. */
export function startRetention(context: TasksContext, { days, every }: Retention): AsyncDisposable {
  let running = Promise.resolve()
  const look = () => {
    running = running
      .then(() => forgetDeleted(context, days()))
      .catch((error: unknown) => context.log.error({ err: error }, 'deleted tasks could not be cleared away'))
  }
  const stop = every(dayMs, look)
  look()
  return {
    async [Symbol.asyncDispose]() {
      stop()
      await running
    },
  }
}

/** Forgets the tasks that were deleted more than `days` ago. Rejects with `StorageError`; what is left goes next time. */
export async function forgetDeleted(context: TasksContext, days: number): Promise<void> {
  const { index, ledger, clock } = context
  const before = toIso(clock.now() - days * dayMs)
  const isDue = (at: string | null | undefined) => typeof at === 'string' && at < before
  const ids = index.deleted().flatMap(({ id, deleted_at: at }) => (isDue(at) ? [id] : []))
  for (let next = 0; next < ids.length; next += batchSize) {
    await anew(context, [], () => {
      // Somebody may have brought one back since.
      const batch = ids.slice(next, next + batchSize).flatMap((id) => index.get(id) ?? [])
      return ledger.forget(batch.filter(({ deleted_at: at }) => isDue(at)))
    })
  }
}
