// Reads on in a session's transcript: through its conversations in their order, each in the file of its client.
import { adapterOf } from '#base/harness/catalog.ts'
import type { Conversation, FilePart, TranscribedSession, TranscriptAnswer, TranscriptItem } from '../contract.ts'
import { parsePlace, placeText, type TalkPlace } from '../core/cursor.ts'
import { spoken } from '../core/make-item.ts'

/** Where the file of a conversation is read: here, or on a device. A text says why it can't be, and what to do. */
export type FileSource = (
  session: TranscribedSession,
  conversation: Conversation,
  cursor: string | null,
) => Promise<FilePart | string>

export type PartReaderParts = {
  readonly conversationsOf: (session: TranscribedSession) => Promise<readonly Conversation[]>
  readonly source: FileSource
}

export type ReadSessionPart = (session: TranscribedSession, cursor: string | null) => Promise<TranscriptAnswer>

export function createPartReader({ conversationsOf, source }: PartReaderParts): ReadSessionPart {
  return async (session, asked) => {
    const conversations = await conversationsOf(session)
    const [first] = conversations
    if (first === undefined) return nothing(session, whyNoConversation(session))
    const place = asked === null ? null : parsePlace(asked)
    const at = conversations.findIndex(({ id }) => id === place?.conversation)
    const begin: TalkPlace = { conversation: first.id, cursor: null }
    if (at === -1 || place === null)
      return {
        ...(await readAt(session, { conversations, place: begin, source })),
        is_anew: asked !== null && asked !== '',
      }
    const part = await readAt(session, { conversations, place, source })
    // What is anew in one file puts all that follows in another place.
    if (!part.is_anew || at === 0) return part
    return { ...(await readAt(session, { conversations, place: begin, source })), is_anew: true }
  }
}

type Reading = {
  readonly conversations: readonly Conversation[]
  readonly place: TalkPlace
  readonly source: FileSource
}

async function readAt(
  session: TranscribedSession,
  { conversations, place, source }: Reading,
): Promise<TranscriptAnswer> {
  const at = conversations.findIndex(({ id }) => id === place.conversation)
  const conversation = conversations[at]
  if (conversation === undefined) return nothing(session, null)
  const part = await source(session, conversation, place.cursor)
  if (typeof part === 'string') return { ...nothing(session, part), cursor: placeText(place) }
  const agent = nameOf(conversation.harness)
  const later = conversations[at + 1]
  const isOver = part.is_end && later !== undefined
  const items = [...part.items, ...(part.found ? [] : goneNote(place, later !== undefined))]
  const here = placeText({ ...place, cursor: part.cursor ?? place.cursor })
  return {
    session: toldOf(session),
    agent,
    why_none: part.found || later !== undefined || at > 0 ? null : whyNoFile(session, agent),
    items: isOver ? [...items, ...anotherNote(later)] : items,
    cursor: isOver ? placeText({ conversation: later.id, cursor: null }) : here,
    is_end: part.is_end && !isOver,
    is_anew: part.is_anew,
  }
}

function goneNote({ conversation, cursor }: TalkPlace, isEarlier: boolean): TranscriptItem[] {
  if (!isEarlier || cursor !== null) return []
  return spoken(
    'note',
    { id: `${conversation}.gone`, at: null },
    'The file of an earlier conversation is not there any more.',
  )
}

function anotherNote({ id }: Conversation): TranscriptItem[] {
  return spoken('note', { id: `${id}.begins`, at: null }, 'Another conversation began.')
}

function nothing(session: TranscribedSession, why: string | null): TranscriptAnswer {
  const agent = nameOf(session.harness ?? session.agentType)
  return { session: toldOf(session), agent, why_none: why, items: [], cursor: '', is_end: true, is_anew: false }
}

function toldOf({ id, title, state, isAtWork }: TranscribedSession): TranscriptAnswer['session'] {
  return { id, title, state, is_at_work: isAtWork }
}

function nameOf(harness: string | null): string | null {
  return adapterOf(harness)?.label ?? null
}

function whyNoConversation({ agentType, harness, isAtWork }: TranscribedSession): string {
  const label = nameOf(harness ?? agentType)
  if (label === null) return 'Its program writes no transcript that is understood here: its output has what it said.'
  if (!readable.includes(harness ?? agentType))
    return `${label} keeps no transcript in a file that grows: its output has what it said.`
  if (isAtWork) return `${label} has not told of its conversation yet: its hooks do, with the first thing that it does.`
  return `${label} told of no conversation: its hooks were not installed, or it ended before it began. See orrery hook status.`
}

const readable: readonly string[] = ['code-agent', 'codex', 'gemini']

function whyNoFile({ isAtWork }: TranscribedSession, agent: string | null): string {
  const label = agent ?? 'Its client'
  return isAtWork
    ? `${label} has written nothing down yet.`
    : `${label} has no file of this conversation any more: clients remove old ones by themselves.`
}
