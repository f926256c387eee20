// What can be done with cards of any kinds at once: one action a verb, whatever kinds it fits.
import { tellOutcome } from '#platform/web/actions/tell-outcome.ts'
import type { BoundAction } from '#platform/web/actions/object-action.ts'
import { mergeOutcomes, type ActionOutcome } from '#platform/web/actions/outcome.ts'
import type { CardKey } from '../../core/keys.ts'
import type { CardsOfKind, CardKinds } from './kinds.ts'

export type CardsAction = {
  readonly id: string
  /** How many of the cards it fits. */
  readonly count: number
  /** Of each kind that has it, its own; never empty. */
  readonly parts: readonly [BoundAction, ...BoundAction[]]
}

/** In the order of the kinds and of their actions. */
export function actionsOn(kinds: CardKinds, keys: readonly CardKey[]): CardsAction[] {
  const byId = new Map<string, CardsAction>()
  for (const part of idsByKind(kinds, keys).flatMap(([kind, ids]) => (ids.length === 0 ? [] : kind.actionsFor(ids)))) {
    // A form or a terminal is for one card, whatever kinds are picked beside it.
    if (part.how === 'open' && keys.length > 1) continue
    const known = byId.get(part.id)
    const count = (known?.count ?? 0) + part.ids.length
    byId.set(part.id, { id: part.id, count, parts: known === undefined ? [part] : [...known.parts, part] })
  }
  return [...byId.values()]
}

/**
 * Does it to all that it fits, and tells once how it went, with one Undo. `onBegin` runs when it begins, which is after its
 * question, where one stands before it.
 */
export async function runAction(
  { parts }: CardsAction,
  anchorOf: () => Element,
  onBegin: () => void = () => {},
): Promise<void> {
  if (!parts.some(asks)) onBegin()
  const outcomes: ActionOutcome[] = []
  const [{ label }] = parts
  let telling = { verb: label, tone: 'done' }
  for (const part of parts) {
    if (part.how === 'do') {
      telling = { verb: parts.length === 1 ? part.verb : sharedVerb(part), tone: part.tone }
      const outcome = await part.run(anchorOf, part.asks ? onBegin : () => {})
      if (outcome !== null) outcomes.push(outcome)
    } else if (part.how === 'tell') part.run()
    else part.run(anchorOf())
  }
  if (outcomes.length > 0) tellOutcome(mergeOutcomes(outcomes), telling)
}

const asks = (part: BoundAction): boolean => part.how === 'do' && part.asks

/** Kinds name the states of a column differently; what was asked for is the column. */
function sharedVerb({ label, verb }: { readonly label: string; readonly verb: string }): string {
  return label.startsWith('Move to ') ? `moved to ${label.slice('Move to '.length)}` : verb
}

/** The ids among these of each kind, as many kinds as there are. */
export function idsByKind(kinds: CardKinds, keys: readonly CardKey[]): [CardsOfKind, string[]][] {
  const cards = keys.flatMap((key) => kinds.of(key) ?? [])
  return kinds.all.map((kind) => [
    kind,
    cards.flatMap((card) => (card.kind === kind && kind.factsOf(card.id) !== null ? [card.id] : [])),
  ])
}
