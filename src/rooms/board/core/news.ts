// What is read aloud when somebody begins to need a person.
import type { CardFacts } from '../contract.ts'

/** What changed on a card: `before` is null for what is new to the page, which is no news. */
export type CardNews = {
  readonly before: Pick<CardFacts, 'state'> | null
  readonly after: Pick<CardFacts, 'state' | 'needsSinceMs'> | null
  readonly name: string
  /** Whether somebody who works on it calls already: nobody has to hear twice. */
  readonly isAnswered: () => boolean
}

type Call = { readonly name: string; readonly state: string }

/** The cards that came to a state in which they need a person. */
export function callsAmong(news: readonly CardNews[]): Call[] {
  return news.flatMap(({ before, after, name, isAnswered }) =>
    before !== null && after !== null && after.needsSinceMs !== null && before.state !== after.state && !isAnswered()
      ? [{ name, state: after.state }]
      : [],
  )
}

/** More names than these are not listened to. */
const mostNamed = 3

/** The sentence for the calls of one kind, or null for none; many at once are told by number. */
export function sayCalls(
  calls: readonly Call[],
  { plural, wordsOf }: { readonly plural: string; readonly wordsOf: (state: string) => string },
): string | null {
  if (calls.length === 0) return null
  if (calls.length > mostNamed) return `${calls.length} more ${plural} need you`
  return calls.map(({ name, state }) => `${name}: ${wordsOf(state)}`).join('. ')
}
