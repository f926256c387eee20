// All of a transcript at once, for an export: bounded, since a file may be anything.
import type { TranscribedSession, TranscriptItem } from '../contract.ts'
import { spoken } from '../core/make-item.ts'
import type { ReadSessionPart } from './read-part.ts'

export type WholeTranscript = {
  readonly agent: string | null
  readonly whyNone: string | null
  readonly items: readonly TranscriptItem[]
}

/** More than people export: a service holds it for a moment. */
const mostItems = 100_000
const mostParts = 200

export async function readAll(read: ReadSessionPart, session: TranscribedSession): Promise<WholeTranscript> {
  let items: TranscriptItem[] = []
  let cursor: string | null = null
  for (let parts = 1; ; parts++) {
    const part = await read(session, cursor)
    items = part.is_anew ? [...part.items] : [...items, ...part.items]
    const isTooMuch = items.length > mostItems || parts > mostParts
    if (isTooMuch && !part.is_end)
      items.push(
        ...spoken('note', { id: 'rest', at: null }, 'The rest is left out: it is longer than an export may be.'),
      )
    if (part.is_end || isTooMuch) return { agent: part.agent, whyNone: part.why_none, items }
    cursor = part.cursor
  }
}
