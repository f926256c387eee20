// What the picture calls a session: by the label that a person gave it, never by a part of its prompt.
import type { Session } from '#rooms/sessions/contract.ts'

type Named = Pick<Session, 'label' | 'prompt' | 'tmux_session' | 'agent_type'>

/** A label that stands in the prompt was made from it. */
export function nameOfSession({ label, prompt, tmux_session: terminal, agent_type: type }: Named): string {
  const stem = squeezed(label.replace(/…$/, ''))
  const isOwn = stem !== '' && !squeezed(prompt).includes(stem)
  return isOwn ? label : `${type} ${terminal}`
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
