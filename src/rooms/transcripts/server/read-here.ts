// The file of a conversation as this machine has it: for the service, and for the daemon of a device.
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { transcriptClientOf, transcriptFolder } from '#platform/server/transcripts/transcript-files.ts'
import {
  createTranscriptReader,
  type TranscriptReader,
  type WantedFile,
} from '#platform/server/transcripts/transcript-reader.ts'
import { filePartRequestSchema, type FilePart, type FilePartRequest } from '../contract.ts'
import { noFilePart, toFilePart } from '../core/file-part.ts'
import { readers } from '../core/parse-lines.ts'

/** Whose clients: a person's, and the agents that are set up with variables of their own. */
export type WhoseClients = {
  readonly userHome: string
  readonly environment: Environment
  readonly agents: () => Config['agents']
}

export type PlaceHere = WhoseClients & { readonly reader: TranscriptReader }

export function placeHere(whose: WhoseClients): PlaceHere {
  return { ...whose, reader: createTranscriptReader() }
}

/** Null for a client whose files are not understood. */
export function wantedHere(
  { userHome, environment, agents }: WhoseClients,
  { harness, conversation }: Omit<FilePartRequest, 'cursor'>,
): WantedFile | null {
  const client = transcriptClientOf(harness)
  if (client === null) return null
  const own = Object.values(agents()).flatMap((agent) => (agent.harness === client ? [agent.env] : []))
  const environments = [environment, ...own.map((env) => ({ ...environment, ...env }))]
  const folders = environments.map((each) => transcriptFolder(client, { userHome, environment: each }))
  return { client, folders: [...new Set(folders)], conversation }
}

/** Rejects with what the file system rejects. */
export async function readHere(place: PlaceHere, { cursor, ...about }: FilePartRequest): Promise<FilePart> {
  const wanted = wantedHere(place, about)
  const part = wanted === null ? null : await place.reader.read({ ...wanted, cursor })
  return wanted === null || part === null
    ? noFilePart
    : toFilePart(part, readers[wanted.client], `${about.conversation}:`)
}

/** Answers what a hub asks of this machine. */
export function answerFrom(whose: WhoseClients) {
  const place = placeHere(whose)
  return async (about: unknown): Promise<{ readonly ok: boolean; readonly value: unknown }> => {
    const wanted = filePartRequestSchema.safeParse(about).data
    return wanted === undefined ? { ok: false, value: null } : { ok: true, value: await readHere(place, wanted) }
  }
}
