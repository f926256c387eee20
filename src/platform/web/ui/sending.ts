// What a form knows of its sending: one at a time, and the refusal of the last one.
import type { Problem } from '../api/problem.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'

export type Sending = { readonly isSending: boolean; readonly problem: Problem | null }

export interface Sender {
  readonly state: ValueStore<Sending>
  /**
   * Calls `request`, which resolves with the refusal or null, unless another one is under way. Resolves with whether it was
   * called and taken; its refusal is shown until the next one.
   */
  send(request: () => Promise<Problem | null>): Promise<boolean>
  /** The service answers again: a refusal that said it did not is no longer true. */
  recover(): void
  /** Shows what the page itself finds wrong, so that nothing is sent; null: nothing is wrong any more. */
  refuse(problem: Problem | null): void
}

export function createSender(): Sender {
  const state = createValue<Sending>({ isSending: false, problem: null })
  const finish = (problem: Problem | null) => state.set({ isSending: false, problem })
  return {
    state,
    async send(request) {
      const { isSending, problem: before } = state.get()
      if (isSending) return false
      state.set({ isSending: true, problem: before })
      let problem = before
      try {
        problem = await request()
      } finally {
        finish(problem)
      }
      return problem === null
    },
    recover() {
      const { isSending, problem } = state.get()
      if (problem?.status === 0) state.set({ isSending, problem: null })
    },
    refuse(problem) {
      state.set({ ...state.get(), problem })
    },
  }
}

/** What the page finds wrong before anything is sent, as the service would say it. */
export function refusedHere(reason: string, details: Problem['details'] = []): Problem {
  return { status: 400, error: 'invalid_request', reason, hint: null, details, requestId: null }
}

/** A refusal in a line, for a form that has one place for it. */
export function sayProblem({ reason, hint, details }: Problem): string {
  const fields = details.map(({ field, reason: what }) => `${field} ${what}`)
  return [reason, ...fields, hint].filter((part) => part !== null && part !== '').join(' ')
}
