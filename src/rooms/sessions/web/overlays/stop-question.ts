// The one question before sessions are stopped, wherever it was asked for: on a card, for a selection, by the palette.
import { createValue } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '../../contract.ts'

export type StopQuestion = {
  readonly ids: readonly string[]
  /** Where the question about one stands; one about several, or with nothing to stand at, is in the middle. */
  readonly anchor: Element
  /** Those that it is to be done to; none for 'no'. */
  readonly answer: (meant: readonly SessionCard[]) => void
}

export const stopQuestion = createValue<StopQuestion | null>(null)

/** Resolves with those to be stopped once a person said so, with none when they did not. */
export function askStop(cards: readonly SessionCard[], anchor: Element): Promise<readonly SessionCard[]> {
  // A question that nobody answered is answered by the next one.
  stopQuestion.get()?.answer([])
  const { promise, resolve } = Promise.withResolvers<readonly SessionCard[]>()
  const question: StopQuestion = {
    ids: cards.map(({ id }) => id),
    anchor,
    answer(meant) {
      if (stopQuestion.get() === question) stopQuestion.set(null)
      resolve(meant)
    },
  }
  stopQuestion.set(question)
  return promise
}
