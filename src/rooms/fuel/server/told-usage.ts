// Files in which a program tells, by a plugin of ours, what it used: they lie in the home of whoever counts.
import { existsSync } from 'node:fs'
import { readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dayMs } from '#base/time.ts'
import { toldUsageFolder } from '#base/told-usage.ts'
import { makeFolderAlone } from '#platform/server/files/own-folder.ts'
import { isMissing } from '#platform/server/files/missing.ts'
import { isConversationId, type TranscriptFile } from '#platform/server/transcripts/transcript-files.ts'

/** Longer than any conversation is left alone before it goes on; what is read again later is counted anew by nobody. */
const keptMs = 30 * dayMs

/**
 * Makes the folder, without which nothing is told, and takes away what nobody wrote into for a month. Answers whether it was
 * there: whoever has this home has counted before.
 */
export async function keepToldUsage(home: string, nowMs: number): Promise<boolean> {
  const folder = join(home, toldUsageFolder)
  const wasThere = existsSync(folder)
  await makeFolderAlone(dirname(folder))
  await makeFolderAlone(folder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < nowMs - keptMs) await rm(path, { force: true })
  }
  return wasThere
}

/** Null while its program has told nothing. */
export async function findToldUsage(home: string, conversation: string): Promise<TranscriptFile | null> {
  if (!isConversationId(conversation)) return null
  try {
    const root = await realpath(join(home, toldUsageFolder))
    const path = join(root, `${conversation}.jsonl`)
    return (await stat(path)).isFile() ? { root, path } : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
