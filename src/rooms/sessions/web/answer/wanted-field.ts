// The field of a reply that was asked for before it was drawn.
import { wantedFocus } from './reply-state.ts'

/** Null where none was asked for, or it is not there: a panel then keeps the focus to itself. */
export function wantedField(): HTMLElement | null {
  const id = wantedFocus.get()
  return id === null ? null : document.querySelector<HTMLElement>(`.drawer textarea[data-session="${CSS.escape(id)}"]`)
}
