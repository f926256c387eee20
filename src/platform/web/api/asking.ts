// What is known by asking: the newest answer there is, whatever the order in which answers come.
import type { Result } from '#base/result.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'
import { unreachable, type Problem } from './problem.ts'

export type Query<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'refused'; readonly problem: Problem }

export interface Asking<T> {
  readonly state: ValueStore<Query<T>>
  /**
   * Asks. Its answer is shown unless the answer to a later question is there already, or `forget` was called since. What is
   * known stays until then, and beyond it where no answer came at all: an older value says more than none.
   */
  ask(load: () => Promise<Result<T, Problem>>): Promise<void>
  /** The questions so far were about something else: none of their answers is shown. */
  forget(): void
}

export function createAsking<T>(): Asking<T> {
  const state = createValue<Query<T>>({ kind: 'loading' })
  let lastAsked = 0
  /** Answers up to this one are not shown any more. */
  let lastShown = 0
  return {
    state,
    async ask(load) {
      lastAsked += 1
      const question = lastAsked
      const answer = await load()
      if (question <= lastShown) return
      lastShown = question
      if (answer.ok) state.set({ kind: 'ready', value: answer.value })
      else if (state.get().kind !== 'ready' || answer.error.error !== unreachable.error)
        state.set({ kind: 'refused', problem: answer.error })
    },
    forget() {
      lastShown = lastAsked
    },
  }
}
