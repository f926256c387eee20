// Transcripts as search sees them: the files of this machine, in pieces, read anew from where they have grown.
import { adapterOf } from '#base/harness/catalog.ts'
import { measureTranscript, readSlice } from '#platform/server/transcripts/read-transcript.ts'
import type { SearchDocument, SearchSource } from '#rooms/search/contract.ts'
import type { Conversation, TranscribedSession } from '../contract.ts'
import {
  chunkBytes,
  chunkId,
  mostChunks,
  mostConversations,
  parseChunkId,
  searchedText,
  type Chunk,
} from '../core/chunks.ts'
import { parseLines, readers } from '../core/parse-lines.ts'
import type { TranscribedSessions } from './ports.ts'
import { wantedHere, type PlaceHere } from './read-here.ts'

export type TranscriptSearchParts = {
  readonly sessions: Pick<TranscribedSessions, 'find' | 'changes'>
  readonly conversationsOf: (session: TranscribedSession) => Promise<readonly Conversation[]>
  readonly here: PlaceHere
}

/** Sessions of one step: each may bring a hundred pieces. */
const sessionsAtOnce = 4
/** Sessions of which it is known how far they were read. */
const mostKnown = 2000

export function createTranscriptSearch(parts: TranscriptSearchParts): SearchSource {
  /** Bytes of each conversation that are in the index. */
  let read = new Map<string, number>()
  /** What will be, once the step that was told of it is committed: the next one then brings its mark. */
  let told: { readonly mark: string; readonly sizes: ReadonlyMap<string, number> } | null = null
  return {
    kind: 'transcript',
    async changes(mark, limit) {
      if (mark === null || read.size > mostKnown) read = new Map()
      if (told !== null && told.mark === mark) for (const [key, size] of told.sizes) read.set(key, size)
      const changed = await parts.sessions.changes(mark, Math.min(limit, sessionsAtOnce))
      const sizes = new Map<string, number>()
      const ids: string[] = []
      for (const id of changed.ids) ids.push(...(await grownChunks(parts, id, { read, sizes })))
      told = { mark: changed.mark, sizes }
      return { ...changed, ids }
    },
    async read(ids) {
      const documents: SearchDocument[] = []
      for (const id of ids) {
        const chunk = parseChunkId(id)
        const document = chunk === null ? null : await documentOf(parts, chunk)
        if (document !== null) documents.push({ ...document, id })
      }
      return documents
    },
  }
}

type Sizes = { readonly read: ReadonlyMap<string, number>; readonly sizes: Map<string, number> }

/** The pieces of a session that are new or longer than they were. */
async function grownChunks(parts: TranscriptSearchParts, id: string, { read, sizes }: Sizes): Promise<string[]> {
  const session = await sessionHere(parts, id)
  if (session === null) return []
  const ids: string[] = []
  for (const [index, conversation] of (await parts.conversationsOf(session)).slice(0, mostConversations).entries()) {
    const wanted = wantedOf(parts, conversation)
    const size = wanted === null ? null : await parts.here.reader.ask(wanted, measureTranscript)
    if (size === null) continue
    const key = `${id} ${conversation.id}`
    const before = read.get(key) ?? 0
    sizes.set(key, size)
    // A file that is shorter than it was is another one.
    const first = size < before ? 0 : Math.floor(before / chunkBytes)
    const end = Math.min(mostChunks, Math.ceil(size / chunkBytes))
    for (let chunk = first; chunk < end; chunk++) ids.push(chunkId({ session: id, conversation: index, chunk }))
  }
  return ids
}

async function documentOf(
  parts: TranscriptSearchParts,
  { session: id, conversation: index, chunk }: Chunk,
): Promise<SearchDocument | null> {
  const session = await sessionHere(parts, id)
  const conversation = session === null ? undefined : (await parts.conversationsOf(session))[index]
  const wanted = conversation === undefined ? null : wantedOf(parts, conversation)
  if (session === null || conversation === undefined || wanted === null) return null
  const slice = { from: chunk * chunkBytes, to: (chunk + 1) * chunkBytes }
  const lines = await parts.here.reader.ask(wanted, (file) => readSlice(file, slice))
  const items = parseLines(lines ?? [], readers[wanted.client], `${conversation.id}:`)
  const text = searchedText(items)
  if (text === '') return null
  const from = items.find(({ kind }) => kind !== 'usage')?.id
  return {
    id,
    title: session.title,
    text,
    at: items.findLast(({ at }) => at !== null)?.at ?? session.lastActivity,
    href: `/sessions/${encodeURIComponent(id)}/transcript${from === undefined ? '' : `?${new URLSearchParams({ from })}`}`,
    state: session.state,
    where: `${adapterOf(conversation.harness)?.label ?? conversation.harness}, what was said`,
    isLive: session.isOnBoard,
  }
}

async function sessionHere({ sessions }: TranscriptSearchParts, id: string): Promise<TranscribedSession | null> {
  const session = await sessions.find(id)
  return session === null || session.deviceId !== null ? null : session
}

function wantedOf({ here }: TranscriptSearchParts, { id, harness }: Conversation) {
  return wantedHere(here, { harness, conversation: id })
}
