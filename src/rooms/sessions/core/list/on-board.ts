// Sessions on the board: which state stands in which column, in which order, and who needs a person.
import { fromIso } from '#base/time.ts'
import type { CardFacts, CardTexts, ColumnId } from '#rooms/board/contract.ts'
import type { SessionCard, SessionState } from '../../contract.ts'
import { shownStateOf, type ShownState } from '../end/shown-state.ts'
import { wasStopped } from '../end/was-stopped.ts'

/** Every state has a column; within one, cards are counted in this order by what they show. */
export const statesOfColumn: Readonly<Record<ColumnId, readonly ShownState[]>> = {
  queued: ['idle'],
  active: ['running'],
  review: ['awaiting_review', 'failed', 'stopping', 'it_goes_on', 'stopped_by_you', 'completed'],
}

/** The state that a session is asked to reach when its card is dropped on a column. */
export const stateAskedBy: Readonly<Record<ColumnId, SessionState>> = {
  queued: 'idle',
  active: 'running',
  review: 'awaiting_review',
}

type Rule = { readonly column: ColumnId; readonly rank: number; readonly first: 'oldest' | 'newest' }

/**
 * Queued: the oldest first, as a queue. Active: the latest start first. Review: what waits for a person first, the
 * longest wait on top; then what ended well, the latest on top. Tasks stand between, by ranks of their own.
 */
const rules: Readonly<Record<SessionState, Rule>> = {
  idle: { column: 'queued', rank: 0, first: 'oldest' },
  running: { column: 'active', rank: 0, first: 'newest' },
  awaiting_review: { column: 'review', rank: 0, first: 'oldest' },
  failed: { column: 'review', rank: 1, first: 'oldest' },
  completed: { column: 'review', rank: 4, first: 'newest' },
}

export function columnOf(state: SessionState): ColumnId {
  return rules[state].column
}

/** A waiting agent or a failed one stands still until a person acts; one that a person stopped needs nobody. */
export function needsYou(session: Pick<SessionCard, 'state' | 'end_reason'>): boolean {
  return session.state === 'awaiting_review' || (session.state === 'failed' && !wasStopped(session))
}

type Placed = Pick<SessionCard, 'state' | 'end_reason' | 'stopping' | 'state_since' | 'blocked_by' | 'task_id'>

export function factsOf(session: Placed): CardFacts {
  const { state, state_since: since, blocked_by: blockers, task_id: task } = session
  // One that a person stopped is over, as one that ended well.
  const { column, rank, first } = rules[wasStopped(session) ? 'completed' : state]
  const sinceMs = fromIso(since)
  return {
    state: shownStateOf(session),
    column,
    order: { rank, key: first === 'oldest' ? sinceMs : -sinceMs },
    needsSinceMs: needsYou(session) ? sinceMs : null,
    lists: listsOf(state, blockers),
    task,
    head: null,
  }
}

const none: CardFacts['lists'] = []
const running: CardFacts['lists'] = ['running']
const waiting: CardFacts['lists'] = ['waiting']

function listsOf(state: SessionState, blockers: readonly string[]): CardFacts['lists'] {
  if (state === 'running') return running
  return state === 'idle' && blockers.length > 0 ? waiting : none
}

type Searched = Pick<
  SessionCard,
  'id' | 'label' | 'prompt' | 'tmux_session' | 'agent_type' | 'task_id' | 'state' | 'last_message' | 'working_dir'
>

/** Where a filter looks for words. The state is found as written and as words. */
export function textsOf(card: Searched): CardTexts {
  const state = `${card.state} ${card.state.replaceAll('_', ' ')}`
  const own: CardTexts = [card.label, card.tmux_session, card.agent_type, state, { id: card.id }, card.prompt]
  return [...own, card.task_id, card.last_message, card.working_dir]
}
