// Looks at files that have a fault, so that a strand comes back by itself once its file is mended.
import { stat } from 'node:fs/promises'

/** A person who saves a file looks at the page next. */
export const mendLookMs = 2000

export type MendWatchParts = {
  /** Paths of the files that have a fault now. */
  readonly files: () => readonly string[]
  /** Reads everything anew. */
  readonly reload: () => Promise<unknown>
}

/** The function to call every `mendLookMs`. A file that changed or went since the last look asks for one reload. */
export function createMendWatch({ files, reload }: MendWatchParts): () => Promise<void> {
  let seen: ReadonlyMap<string, string> = new Map()
  return async () => {
    const now = new Map<string, string>()
    for (const path of files()) now.set(path, await stampOf(path))
    const isChanged = [...now].some(([path, stamp]) => seen.has(path) && seen.get(path) !== stamp)
    seen = now
    if (isChanged) await reload()
  }
}

async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    // Gone, or not to be looked at: another state than before, which the reload then tells.
    return 'gone'
  }
}
