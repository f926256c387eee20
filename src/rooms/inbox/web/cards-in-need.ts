// What needs a person and has a card, in the order in which to take it.
import type { NeedSubject } from '../contract.ts'
import { inOrder } from '../core/arrange.ts'
import { inbox } from './inbox-store.ts'

export function cardsInNeed(): readonly NeedSubject[] {
  return inOrder(inbox.get())
    .map(({ subject }) => subject)
    .filter(({ type }) => type === 'session' || type === 'task')
}
