// Whether a session ended because a person wanted it to.
import type { Session } from '../../contract.ts'

/** A person stopped it, who knows why it ended: nobody has to look. */
export function wasStopped({ state, end_reason: reason }: Pick<Session, 'state' | 'end_reason'>): boolean {
  return state === 'failed' && reason === 'cancelled'
}

/** It was asked to end, by a person or by a budget: nothing that it still says brings it back. */
export function wasAskedToEnd({ state, end_reason: reason }: Pick<Session, 'state' | 'end_reason'>): boolean {
  return state === 'failed' && (reason === 'cancelled' || reason === 'budget')
}
