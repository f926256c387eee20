// The transcripts room as app/ wires it.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import { isConversationId, transcriptClientOf } from '#platform/server/transcripts/transcript-files.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import type { Conversation, TranscribedSession } from '../contract.ts'
import { createConversationStore, type ConversationStore } from './conversation-store.ts'
import { keepConversations } from './keep-conversations.ts'
import type { ReportWith, TranscriptsOfDevices, TranscriptsPorts } from './ports.ts'
import { placeHere, readHere } from './read-here.ts'
import { chunkIdsOf } from '../core/chunks.ts'
import { createPartReader, type FileSource } from './read-part.ts'
import { readThere } from './read-there.ts'
import { mountTranscripts } from './routes.ts'
import { createTranscriptSearch } from './search-source.ts'

/** The parts of the ground that this room stands on. */
export type TranscriptsGround = GroundOf<'database' | 'environment' | 'userHome', 'agents'>

/** What agents said and did, from their own files. */
export interface TranscriptsRoom extends Room {
  /** Applies reports as `report` does, and commits with them which conversation a session has. */
  keepConversations(report: ReportWith): ReportWith
  /** What is committed with word of a device about a session's conversation; null where nothing is new. */
  conversationOnDevice(sessionId: string, told: Conversation): Alongside | null
  /** What was said, for search. */
  readonly searched: SearchSource
  /** By which search may know what a session said. */
  searchedIds(sessionId: string): readonly string[]
  /** Says who reads files on devices. */
  readOnDevices(devices: TranscriptsOfDevices | null): void
}

/** Reads and writes nothing before it is asked. */
export function openTranscriptsRoom(ground: TranscriptsGround, { sessions }: TranscriptsPorts): TranscriptsRoom {
  const store = createConversationStore(ground.database)
  const here = placeHere({ ...ground, agents: () => ground.config.agents })
  let devices: TranscriptsOfDevices | null = null
  sessions.onForgotten((id) => store.forget(id))

  const source: FileSource = async (session, { id, harness }, cursor) => {
    const about = { harness, conversation: id, cursor }
    if (session.deviceId !== null)
      return devices === null
        ? 'It ran on a device, and this service has none.'
        : readThere(devices, session.deviceId, about)
    return readHere(here, about)
  }
  const ofSession = (session: TranscribedSession) => conversationsOf(store, session)
  const read = createPartReader({ conversationsOf: ofSession, source })

  return {
    mount: (api) => mountTranscripts(api, { sessions, read }),
    keepConversations: (report) => keepConversations(store, report),
    conversationOnDevice(sessionId, told) {
      const isOne = isConversationId(told.id) && transcriptClientOf(told.harness) !== null
      return isOne ? store.keep(sessionId, told) : null
    },
    searched: createTranscriptSearch({ sessions, here, conversationsOf: ofSession }),
    searchedIds: chunkIdsOf,
    readOnDevices: (those) => void (devices = those),
    async [Symbol.asyncDispose]() {},
  }
}

/** A session of an earlier release has the last one alone, while it is on the board. */
async function conversationsOf(
  store: Pick<ConversationStore, 'of'>,
  { id, conversation, harness, agentType }: TranscribedSession,
): Promise<readonly Conversation[]> {
  const kept = await store.of(id)
  const client = transcriptClientOf(harness ?? agentType)
  if (kept.length > 0 || client === null || conversation === null || !isConversationId(conversation)) return kept
  return [{ id: conversation, harness: client }]
}

// What the daemon of a device answers with.
export { answerFrom } from './read-here.ts'
