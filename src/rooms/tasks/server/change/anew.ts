// A change that was planned on tasks that are others by now, since another service changed them, is planned once more.
import { BehindError } from '#platform/server/db/storage-error.ts'
import type { TasksContext } from '../context.ts'

/** While nobody else changes tasks, each try may still learn of more that stands in its way. */
const mostTries = 12

/**
 * `plan` changes nothing where it rejects. `ids`: what it is asked of; another service may have made it just now. Rejects with
 * `StorageError`.
 */
export async function anew<T>(
  { index, others }: Pick<TasksContext, 'index' | 'others'>,
  ids: readonly string[],
  plan: () => Promise<T>,
): Promise<T> {
  if (others === null) return await plan()
  const unknown = ids.filter((id) => index.get(id) === null)
  if (unknown.length > 0) await others.catchUp(unknown)
  try {
    return await plan()
  } catch (error) {
    if (!(error instanceof BehindError)) throw error
    // Who only read and tried again would be behind for as long as another service changes the same without a rest.
    return await others.alone(() => untilItHolds(others, error.ids, plan))
  }
}

async function untilItHolds<T>(
  others: NonNullable<TasksContext['others']>,
  ids: readonly string[],
  plan: () => Promise<T>,
): Promise<T> {
  let behind = ids
  for (let tries = 1; ; tries += 1) {
    await others.catchUp(behind)
    try {
      return await plan()
    } catch (error) {
      if (!(error instanceof BehindError) || tries === mostTries) throw error
      behind = error.ids
    }
  }
}
