// The last line that the present run of a session wrote, from the end of its log.
import { unlessMissing } from '#platform/server/files/missing.ts'
import type { Log } from '#platform/server/log/log.ts'
import { stat } from 'node:fs/promises'
import { readTail } from '../../core/output/last-line.ts'
import { artifactPaths } from '../launcher/artifacts.ts'
import { readLog } from '../launcher/log-recorder.ts'

/** Some lines with their escape sequences. */
const endBytes = 8 * 1024

/** Null where this run wrote no line that means something, and where nothing can be read. Never rejects. */
export async function readLastWords(home: string, sessionId: string, log: Log): Promise<string | null> {
  try {
    if (!(await hasWritten(home, sessionId))) return null
    const end = await readLog(home, sessionId, { tailBytes: endBytes, from: null })
    return end === null ? null : readTail(end.bytes.toString(), { isCut: end.bytes.length >= endBytes }).text
  } catch (error) {
    log.error({ err: error, session: sessionId }, 'the end of an output could not be read')
    return null
  }
}

/** All runs write into one log; the script of the present one was written just before it began. */
async function hasWritten(home: string, sessionId: string): Promise<boolean> {
  const paths = artifactPaths(home, sessionId)
  if (paths === null) return false
  const [log, script] = await Promise.all([unlessMissing(stat(paths.log)), unlessMissing(stat(paths.script))])
  return log !== null && script !== null && log.mtimeMs > script.mtimeMs
}
