// The sentence at the top of Home until the first steps are taken.
import type { HomeCounts, HomeStep } from '../contract.ts'

type Standing = HomeCounts & {
  /** All there is on the board. */
  readonly cards: number
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']

/** Null once somebody has more than a first agent, or all steps are done: then the usual sentence says how things stand. */
export function firstSentence(
  { cards, needs, toSee, running }: Standing,
  steps: readonly HomeStep[],
): { readonly call: string; readonly rest: string } | null {
  const left = steps.filter(({ done }) => !done)
  const launch = steps.find(({ id }) => id === 'launch')
  if (left.length === 0 || needs + toSee > 0) return null
  if (cards === 1 && running === 1) return { call: 'Your first agent works.', rest: 'It needs nothing from you.' }
  if (cards === 1 && launch?.done === true) return { call: 'Your first agent is done.', rest: stepsLeft(left.length) }
  if (cards > 0) return null
  const call = 'Nothing runs yet.'
  if (launch !== undefined && launch.command === null) return { call, rest: `An agent ${launch.note}.` }
  if (left.length < steps.length) return { call, rest: stepsLeft(left.length) }
  return { call, rest: `${words[left.length] ?? left.length} steps; the first takes a minute.` }
}

function stepsLeft(count: number): string {
  return count === 1 ? 'One step is left.' : `${words[count] ?? count} steps are left, in any order.`
}
