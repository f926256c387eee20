// What an event of a session is in the activity: its kind, and what is said of it.
import { oneLine } from '#base/cut-text.ts'

/** Kinds by what migration 11 computes for a row (`act`). */
export const sessionActs = [
  'launched',
  'registered',
  'found',
  'started',
  'working',
  'waiting',
  'completed',
  'failed',
  'stopped',
  'resumed',
  'requeued',
  'removed',
  'taken_back',
] as const
export type SessionAct = (typeof sessionActs)[number]

const plain: Readonly<Record<SessionAct, string>> = {
  launched: 'launched',
  registered: 'registered',
  found: 'found in tmux',
  started: 'started',
  working: 'works',
  waiting: 'needs you',
  completed: 'completed',
  failed: 'failed',
  stopped: 'stopped',
  resumed: 'resumed',
  requeued: 'put back in the queue',
  removed: 'left the board',
  taken_back: 'could not start: its launch was taken back',
}

/** What the card says of it at most. */
const wordsLimit = 200

/** With the words that came with the event, as the card shows them; a tool that is at work is told of in none. */
export function wordsOfAct(act: SessionAct, metadata: string | null): string {
  if (metadata === null || metadata.trim() === '' || act === 'working') return plain[act]
  return `${plain[act]}: ${oneLine(metadata, wordsLimit)}`
}

/** How what was said to an agent went. */
export function wordsOfAnswer(text: string, state: string): string {
  const words = oneLine(text, wordsLimit)
  if (state === 'failed') return `could not be told: ${words}`
  return state === 'typed' ? `was told: ${words}` : `may have been told: ${words}`
}
