// What a session is called.
import type { SessionCard } from '../../contract.ts'

type Named = Pick<SessionCard, 'label' | 'prompt' | 'tmux_session'>

/** Its label, else the first line of its prompt, else its tmux name. */
export function titleOf({ label, prompt, tmux_session: name }: Named): string {
  const line = prompt.split('\n').find((text) => text.trim() !== '')
  return [label, line ?? '', name].map((text) => text.trim()).find((text) => text !== '') ?? ''
}
