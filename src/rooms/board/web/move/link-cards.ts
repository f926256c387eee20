// A card that is let go on another one: which of the two then waits for the task of which.
import type { CardKey } from '../../core/keys.ts'
import type { CardKinds } from '../cards/kinds.ts'
import type { Drop } from '../contract.ts'

/** Null where cards are not linked by dragging: letting go there means the column. */
export function linkOf(kinds: CardKinds, key: CardKey, onto: CardKey): Drop | null {
  const [dragged, target] = [kinds.of(key), kinds.of(onto)]
  const [facts, factsOnto] = [kinds.factsOf(key), kinds.factsOf(onto)]
  if (key === onto || dragged === null || target === null || facts === null || factsOnto === null) return null
  const waits = dragged.kind.waitFor(dragged.id, { task: factsOnto.task, dragged: 'card' })
  if (waits !== null) return waits
  // A task is what others wait for, whichever of the two a hand holds.
  const isTask = dragged.kind === kinds.plan
  return isTask ? target.kind.waitFor(target.id, { task: dragged.id, dragged: 'task' }) : null
}
