// A transcript as search takes it: in pieces of some screenfuls, each a document of its own.
import type { TranscriptItem } from '../contract.ts'

/** Bytes of the file: mostly markup, so that the words of one piece fit a document. */
export const chunkBytes = 131_072
/** Of one conversation, and conversations of one session: 16 MiB each, and the first four. */
export const [mostChunks, mostConversations] = [128, 4] as const

/** A piece: of which session, which of its conversations, and which of that. */
export type Chunk = { readonly session: string; readonly conversation: number; readonly chunk: number }

export function chunkId({ session, conversation, chunk }: Chunk): string {
  return `${session}.${conversation * mostChunks + chunk}`
}

/** Null for what is none. */
export function parseChunkId(id: string): Chunk | null {
  const { session, number } = /^(?<session>[^.]+)\.(?<number>\d{1,4})$/.exec(id)?.groups ?? {}
  if (session === undefined) return null
  const conversation = Math.floor(Number(number) / mostChunks)
  return conversation >= mostConversations ? null : { session, conversation, chunk: Number(number) % mostChunks }
}

/** All that a session may have. */
export function chunkIdsOf(session: string): string[] {
  return Array.from({ length: mostChunks * mostConversations }, (_, number) => `${session}.${number}`)
}

/** What is searched of it: what was said, and what each tool was about. */
export function searchedText(items: readonly TranscriptItem[]): string {
  return items.flatMap(searchedOf).join('\n\n')
}

function searchedOf(item: TranscriptItem): string[] {
  if (item.kind === 'tool') return [`${item.name} ${item.title}`]
  return item.kind === 'person' || item.kind === 'agent' ? [item.text] : []
}
