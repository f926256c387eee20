// Every action of every card in the palette, with its object: 'Stop: Wallet button'. What kinds declare appears by itself.
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import type { CardKey } from '../../core/keys.ts'
import { actionsOn, runAction, type CardsAction } from './card-actions.ts'
import { findCard, focusedCard } from './card-focus.ts'
import type { CardsOfKind, CardKinds } from './kinds.ts'

/** More would push what is found elsewhere out of sight. */
const mostFound = 8

export function actionSource(kinds: CardKinds): PaletteSource {
  let atHand: CardKey | null = null
  return {
    group: 'Actions',
    // The palette takes the focus: what had it is what a person means.
    onOpen: () => {
      atHand = focusedCard()
    },
    search: (query) =>
      findActions(kinds, query, atHand)
        .slice(0, query === '' ? undefined : mostFound)
        .map(toItem),
  }
}

type FoundAction = { readonly key: CardKey; readonly title: string; readonly action: CardsAction }

/** Without a query those of the card at hand; else those whose verb and object hold all words, the verb at least one. */
export function findActions(kinds: CardKinds, query: string, atHand: CardKey | null): FoundAction[] {
  const words = wordsOf(query)
  const own = atHand === null ? [] : actionsOfCard(kinds, atHand)
  if (words.length === 0) return own
  const ofHand = own.map((found) => ({ found, rank: rankMatch(words, [labelOf(found.action)]) }))
  const others = kinds.all.flatMap((kind) => actionsOfKind(kinds, kind, words))
  return [...ofHand.filter(isRanked), ...others]
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ found }) => found)
    .filter(
      ({ key, action }, at, all) => at === all.findIndex((each) => each.key === key && each.action.id === action.id),
    )
}

type Ranked = { readonly found: FoundAction; readonly rank: number }

/** Looks at what could match before any action is made: a board may have thousands of cards. */
function actionsOfKind(kinds: CardKinds, kind: CardsOfKind, words: readonly string[]): Ranked[] {
  const verbs = kind.actions().map(({ id, label }) => ({
    id,
    rest: words.filter((word) => rankMatch([word], [label]) === null),
  }))
  const begun = verbs.filter(({ rest }) => rest.length < words.length)
  if (begun.length === 0) return []
  const found: Ranked[] = []
  for (const id of kind.ids()) {
    const title = kind.titleOf(id) ?? ''
    const meant = begun.filter(({ rest }) => rankMatch(rest, [title]) !== null).map((verb) => verb.id)
    if (meant.length === 0) continue
    for (const each of actionsOfCard(kinds, kind.prefix + id)) {
      if (!meant.includes(each.action.id)) continue
      found.push({ found: each, rank: rankMatch(words, [labelOf(each.action), title]) ?? 0 })
      if (found.length >= mostLookedAt) return found
    }
  }
  return found
}

/** A verb alone fits every card; who wants another one names it. */
const mostLookedAt = 200

function actionsOfCard(kinds: CardKinds, key: CardKey): FoundAction[] {
  const card = kinds.of(key)
  const title = card?.kind.titleOf(card.id) ?? null
  return title === null ? [] : actionsOn(kinds, [key]).map((action) => ({ key, title, action }))
}

function isRanked(each: { readonly found: FoundAction; readonly rank: number | null }): each is Ranked {
  return each.rank !== null
}

function labelOf({ parts: [{ label }] }: CardsAction): string {
  return label
}

function toItem({ key, title, action }: FoundAction): PaletteItem {
  const [{ icon, label }] = action.parts
  return {
    id: `action:${action.id}:${key}`,
    title: `${label}: ${title}`,
    meta: '',
    icon,
    run: () => void runAction(action, () => findCard(key) ?? document.body),
  }
}
