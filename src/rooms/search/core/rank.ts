// Which results come first: the title over the text, what is at work over history, what is recent over what is old.
import { findHits, searchWords } from '#base/search-words.ts'
import { dayMs, fromIso } from '#base/time.ts'
import type { SearchDocument, SearchKind } from '../contract.ts'

export type Found = { readonly kind: SearchKind; readonly document: SearchDocument }
export type Ranked = Found & { readonly score: number }

/** All words in the title outweigh everything else; a word that is whole there is worth more than a beginning. */
const inTitle = 4
const wholeInTitle = 1
const live = 2
/** What changed now is worth this much, half of it after `halfLifeDays`. */
const fresh = 2
const halfLifeDays = 7

/** The best first; equals by time, then by kind and id, so that the same question has the same answer. */
export function rank(found: readonly Found[], wanted: readonly string[], nowMs: number): Ranked[] {
  return found
    .map((each) => ({ ...each, score: scoreOf(each.document, wanted, nowMs) }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        fromIso(other.document.at) - fromIso(one.document.at) ||
        (one.kind + one.document.id < other.kind + other.document.id ? -1 : 1),
    )
}

function scoreOf({ title, at, isLive }: SearchDocument, wanted: readonly string[], nowMs: number): number {
  const days = Math.max(0, nowMs - fromIso(at)) / dayMs
  const recency = fresh * 0.5 ** (days / halfLifeDays)
  return titleScore(title, wanted) + (isLive ? live : 0) + (Number.isNaN(recency) ? 0 : recency)
}

function titleScore(title: string, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0
  const forms = [...searchWords(title)].flatMap((word) => word.forms)
  const there = wanted.filter((word) => findHits(title, [word], 1).length > 0)
  const whole = wanted.filter((word) => forms.includes(word))
  const all = there.length === wanted.length ? inTitle : 0
  return all + (inTitle * there.length + wholeInTitle * whole.length) / wanted.length
}

/** Of each kind its best `least`, then the best of all, in the order of their rank, up to `limit` together. */
export function share(ranked: readonly Ranked[], limit: number): Ranked[] {
  const kinds = new Set(ranked.map(({ kind }) => kind))
  const least = Math.max(1, Math.floor(limit / (2 * Math.max(1, kinds.size))))
  const taken = new Set<Ranked>()
  for (const kind of kinds) {
    for (const each of ranked.filter((one) => one.kind === kind).slice(0, least))
      if (taken.size < limit) taken.add(each)
  }
  for (const each of ranked) if (taken.size < limit) taken.add(each)
  return ranked.filter((each) => taken.has(each))
}

/** The address of a result, with the words that the page marks there. */
export function withWords(href: string, words: readonly string[]): string {
  const parameter = words.map((word) => encodeURIComponent(word)).join('+')
  return `${href}${href.includes('?') ? '&' : '?'}words=${parameter}`
}
