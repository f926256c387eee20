// Asks the service as one types: not at each key, and of several answers only that to the last question counts.
import { ok, type Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { SearchAnswer, SearchKind } from '../contract.ts'

export type Question = { readonly q: string; readonly kind: SearchKind | null }

export type SearchState = {
  /** What the answer is to; null before the first one. */
  readonly question: Question | null
  readonly answer: SearchAnswer | null
  readonly problem: Problem | null
  readonly tookMs: number
  /** A newer question is on its way. */
  readonly isAsking: boolean
}

export interface LateAsker {
  readonly state: ValueStore<SearchState>
  /** An empty text is answered at once, with nothing. */
  ask(question: Question): void
}

export type LateAskerParts = {
  readonly send: (question: Question) => Promise<Result<SearchAnswer, Problem>>
  readonly after: (ms: number, callback: () => void) => () => void
  readonly nowMs: () => number
}

/** Between two keys of somebody who types. */
const debounceMs = 120

const nothing: SearchState = { question: null, answer: null, problem: null, tookMs: 0, isAsking: false }

export function createAsker({ send, after, nowMs }: LateAskerParts): LateAsker {
  const state = createValue<SearchState>(nothing)
  let last = 0
  let wait: (() => void) | null = null

  async function sendNow(question: Question, number: number): Promise<void> {
    const beganMs = nowMs()
    const sent: Result<SearchAnswer | null, Problem> = question.q.trim() === '' ? ok(null) : await send(question)
    if (number !== last) return
    const outcome = sent.ok ? { answer: sent.value, problem: null } : { answer: null, problem: sent.error }
    state.set({ question, ...outcome, tookMs: Math.round(nowMs() - beganMs), isAsking: false })
  }

  return {
    state,
    ask(question) {
      wait?.()
      last += 1
      const number = last
      state.set({ ...state.get(), isAsking: true })
      const delayMs = question.q.trim() === '' ? 0 : debounceMs
      wait = after(delayMs, () => void sendNow(question, number))
    },
  }
}
