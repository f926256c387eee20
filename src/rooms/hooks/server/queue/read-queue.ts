// Lists what waits in the retry queue and what was given up, for `orrery hook queue`.
import { readQueueLine } from '../../core/queue-line.ts'
import { openLines, readLines } from './line-file.ts'
import { queueFiles, spoolsOf } from './queue-files.ts'

/** An event as it stands in its file; `line` for one that is no JSON object. */
export type ListedEvent = Readonly<Record<string, unknown>>

export type QueueListing = { readonly queued: EventList; readonly dead: EventList }
/** The last `listLimit` events, oldest first, and how many there are in all. */
export type EventList = { readonly events: readonly ListedEvent[]; readonly total: number }

/** More than a person reads. */
export const listLimit = 1000

/** Looks only, and may be called while the service runs. Throws for files that cannot be read. */
export async function readQueue(home: string): Promise<QueueListing> {
  const files = queueFiles(home)
  return {
    queued: await list(spoolsOf(home).flatMap(({ draining, queue }) => [draining, queue])),
    dead: await list([files.olderDeadLetters, files.deadLetters]),
  }
}

async function list(paths: readonly string[]): Promise<EventList> {
  const events: ListedEvent[] = []
  let total = 0
  for (const path of paths) {
    const file = await openLines(path)
    if (file === null) continue
    try {
      for await (const { text } of readLines(file)) {
        const read = readQueueLine(text)
        if (read.kind === 'nothing') continue
        total += 1
        events.push(read.fields)
        if (events.length > listLimit) events.shift()
      }
    } finally {
      await file.close()
    }
  }
  return { events, total }
}
