// The key for 'done'.
import type { CardKey } from '../../core/keys.ts'
import { actionsOn, runAction } from './card-actions.ts'
import type { CardKinds } from './kinds.ts'
import { clearSelection, meantBy, selection } from './selection.ts'

/** The focused card, or all that are selected; nothing where it fits none of them. Takes `loadActions` before. */
export function finishCards(kinds: CardKinds, focused: CardKey | null): void {
  const [picked] = selection.get()
  const key = focused ?? picked
  if (key === undefined) return
  const done = actionsOn(kinds, meantBy(key)).find(({ id }) => id === 'done')
  if (done === undefined) return
  if (selection.get().has(key)) clearSelection()
  void runAction(done, () => document.body)
}
