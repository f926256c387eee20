// Hears of the next write to a file, and of no more: a flood makes hundreds of them between two looks, each of which would cost.
import { lstatSync, watch } from 'node:fs'
import { isMissing } from './missing.ts'

/**
 * Calls back at the first write, or when the file loses its name; the answer takes it back. Null for a file that is not
 * there. Throws when nothing can be watched.
 */
export type WatchOnce = (path: string, wrote: () => void) => (() => void) | null

export const watchOnce: WatchOnce = (path, wrote) => {
  // Of a session without a log this is asked again and again, and a watch that fails makes an error each time.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null
  try {
    const watcher = watch(path, { persistent: false })
    watcher.once('change', () => {
      watcher.close()
      wrote()
    })
    // It is gone: so is what could be heard of it.
    watcher.once('error', () => watcher.close())
    return () => watcher.close()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
