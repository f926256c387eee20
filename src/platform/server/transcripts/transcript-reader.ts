// Reads on in the file of a conversation, wherever that lies: found once, and again when it is no longer there.
import { readTranscript, type TranscriptLimits, type TranscriptPart } from './read-transcript.ts'
import { findTranscript, type TranscriptClient, type TranscriptFile } from './transcript-files.ts'

/** Which file. */
export type WantedFile = {
  readonly client: TranscriptClient
  /** Folders of the client that are looked through, one after the other. */
  readonly folders: readonly string[]
  readonly conversation: string
}

/** Where in it to begin. */
export type WantedPart = WantedFile & { readonly cursor: string | null }

export interface TranscriptReader {
  /** Null where no folder has such a file. Rejects with what the file system rejects. */
  read(wanted: WantedPart, limits?: TranscriptLimits): Promise<TranscriptPart | null>
  /** Asks `look` about the file, and once more where it lies elsewhere by now; null where no folder has it. */
  ask<T>(wanted: WantedFile, look: (file: TranscriptFile) => Promise<T | null>): Promise<T | null>
}

/** Files whose place is remembered. */
const mostKnown = 500

export function createTranscriptReader(): TranscriptReader {
  const known = new Map<string, TranscriptFile>()
  const reader: TranscriptReader = {
    read: ({ cursor, ...wanted }, limits) => reader.ask(wanted, (file) => readTranscript(file, cursor, limits)),
    async ask(wanted, look) {
      const key = JSON.stringify([wanted.client, wanted.folders, wanted.conversation])
      const remembered = known.get(key)
      const answer = remembered === undefined ? null : await look(remembered)
      if (answer !== null) return answer
      known.delete(key)
      const found = await find(wanted)
      if (found === null) return null
      if (known.size >= mostKnown) known.clear()
      known.set(key, found)
      return look(found)
    },
  }
  return reader
}

async function find({ client, folders, conversation }: WantedFile): Promise<TranscriptFile | null> {
  for (const folder of folders) {
    const found = await findTranscript(client, { folder, conversation })
    if (found !== null) return found
  }
  return null
}
