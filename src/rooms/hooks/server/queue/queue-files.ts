// The files of the retry queue in the service's home: which they are, and how lines get into them.
import { unlessMissing } from '#platform/server/files/missing.ts'
import { appendPrivateFile } from '#platform/server/files/private-file.ts'
import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isSecondFolder, secondFolderOf } from './second-place.ts'

/** One place where hooks leave events. */
export type Spool = {
  /** Hooks append to it. */
  readonly queue: string
  /** The queue while its lines are delivered, and a little longer. */
  readonly draining: string
}

export type QueueFiles = Spool & {
  readonly deadLetters: string
  /** The dead letters before the present ones. */
  readonly olderDeadLetters: string
}

export function queueFiles(home: string): QueueFiles {
  return {
    ...spoolIn(home),
    deadLetters: join(home, 'hook-dead-letters.jsonl'),
    olderDeadLetters: join(home, 'hook-dead-letters.1.jsonl'),
  }
}

function spoolIn(folder: string): Spool {
  return { queue: join(folder, 'hook-queue.jsonl'), draining: join(folder, 'hook-queue.draining.jsonl') }
}

/** The places that hold events now: the home, and the second one where hooks needed it. */
export function spoolsOf(home: string): readonly Spool[] {
  const second = secondFolderOf(home)
  return [home, ...(second !== null && isSecondFolder(second) ? [second] : [])].map(spoolIn)
}

/** Then the file is put aside, replacing the one put aside before: two files of this size are all there ever is. */
const deadLettersLimitBytes = 10 * 1024 * 1024

export async function appendDeadLetter(files: QueueFiles, line: string): Promise<void> {
  const size = (await unlessMissing(lstat(files.deadLetters)))?.size ?? 0
  if (size >= deadLettersLimitBytes) await rename(files.deadLetters, files.olderDeadLetters)
  appendPrivateFile(files.deadLetters, line)
}

/** Takes the queue for draining. Answers false when there is none; throws for a link or anything but a file. */
export async function claimQueue({ queue, draining }: Spool): Promise<boolean> {
  const found = await unlessMissing(lstat(queue))
  if (found === null) return false
  if (!found.isFile()) throw new Error(`${queue} is not a regular file`)
  await rename(queue, draining)
  return true
}
