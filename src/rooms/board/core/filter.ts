// The board's text filter.
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** Lower-case words; a card has to hold every one of them. */
export type Filter = readonly string[]

export function parseFilter(text: string): Filter {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

type Searched = Pick<
  SessionCard,
  'id' | 'label' | 'prompt' | 'tmux_session' | 'agent_type' | 'task_id' | 'state' | 'last_message' | 'working_dir'
>

/** Whether the card holds every word, in any of the texts that it shows. The state matches as written and as words. */
export function matchesFilter(card: Searched, filter: Filter): boolean {
  if (filter.length === 0) return true
  const state = `${card.state} ${card.state.replaceAll('_', ' ')}`
  const texts = [card.label, card.tmux_session, card.agent_type, state, card.id, card.prompt]
  const optional = [card.task_id, card.last_message, card.working_dir]
  const text = [...texts, ...optional].join('\n').toLowerCase()
  return filter.every((word) => text.includes(word))
}
