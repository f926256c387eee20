// What a conversation used beyond the answers that were counted one by one: its program knows, and tells at its end. Its totals
// go on when it is taken up again, and from those of the conversation that it was made from.
import type { ClosedUsage, Tokens, UsedTokens } from '../contract.ts'
import { addTokens, includesTokens, noTokens, tokensBeyond, tokenSum } from './tokens.ts'

/** A sum with what it cost; null once any of it has no price. */
type Priced = Tokens & { readonly cost: number | null }

/** Of one model: totals at the last closing, what was counted since, and what was counted in another conversation. */
type OfModel = { readonly closed: Priced | null; readonly open: Priced; readonly copied: Tokens }

/** What is kept of a conversation, by model. */
export type CountedConversation = Readonly<Record<string, OfModel>>

const newModel: OfModel = { closed: null, open: { ...noTokens, cost: 0 }, copied: noTokens }

export function copiedTo(conversation: CountedConversation, { model, ...tokens }: UsedTokens): CountedConversation {
  const before = conversation[model] ?? newModel
  return { ...conversation, [model]: { ...before, copied: addTokens(before.copied, tokens) } }
}

/** A record was counted, or counted anew: `before` is what stood in its place. */
export function countedIn(
  conversation: CountedConversation,
  model: string,
  { before, now }: { readonly before: Priced | null; readonly now: Priced },
): CountedConversation {
  const known = conversation[model] ?? newModel
  const without =
    before === null ? known.open : { ...tokensBeyond(known.open, before), cost: minus(known.open.cost, before.cost) }
  const open = { ...addTokens(without, now), cost: plus(without.cost, now.cost) }
  return { ...conversation, [model]: { ...known, open } }
}

export type Remainder = Tokens & {
  readonly model: string
  /** Null where it has to be priced by its tokens. */
  readonly cost: number | null
}

export type Closing = { readonly conversation: CountedConversation; readonly remainders: readonly Remainder[] }

/** `chain`: the conversation that it was made from as it was closed, where that is known. */
export function close(
  conversation: CountedConversation,
  { models }: ClosedUsage,
  chain: CountedConversation | null,
): Closing {
  let next = conversation
  const remainders: Remainder[] = []
  for (const { model, cost_usd: cost, ...tokens } of models) {
    const known = conversation[model] ?? newModel
    const base = baseOf(known, chain?.[model] ?? null, tokens)
    const since = tokensBeyond(tokens, base)
    const left = tokensBeyond(since, known.open)
    const leftCost = cost === null || base.cost === null ? null : minus(cost - base.cost, known.open.cost)
    if (tokenSum(left) > 0 || Math.abs(leftCost ?? 0) > smallestCost)
      remainders.push({ model, ...left, cost: leftCost })
    next = { ...next, [model]: { ...known, closed: { ...tokens, cost }, open: newModel.open } }
  }
  return { conversation: next, remainders }
}

/** Below it a difference is one of how numbers are rounded. */
const smallestCost = 1e-9

function baseOf({ closed, copied }: OfModel, chain: OfModel | null, total: Tokens): Priced {
  const base = closed ?? chain?.closed ?? { ...copied, cost: tokenSum(copied) === 0 ? 0 : null }
  // Totals that are less than before began again.
  return includesTokens(total, base) ? base : { ...noTokens, cost: 0 }
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other
const minus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other
