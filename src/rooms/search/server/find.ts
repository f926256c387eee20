// Answers a query: the index says which documents have the words, their sources say what they are now.
import { findHits } from '#base/search-words.ts'
import { searchKinds, type SearchAnswer, type SearchKind, type SearchQuery, type SearchSource } from '../contract.ts'
import { toTerms } from '../core/match.ts'
import { hasPhrases, parseQuery, wantedWords, type ParsedQuery } from '../core/query.ts'
import { rank, share, withWords, type Found, type Ranked } from '../core/rank.ts'
import { snippetOf } from '../core/snippet.ts'
import type { IndexStore } from './index-store.ts'

export type FindParts = {
  readonly store: IndexStore
  readonly sources: readonly SearchSource[]
  readonly nowMs: () => number
  readonly isComplete: () => Promise<boolean>
}

/** Of each kind at least so many of the last changed are compared, and all that the title finds first. */
const leastCompared = 25
/** Phrases are looked for in the texts themselves. */
const comparedForPhrases = 100

/** A query without a word finds nothing. */
export async function find(parts: FindParts, { q, kind, limit }: SearchQuery): Promise<SearchAnswer> {
  const query = parseQuery(q)
  const terms = toTerms(query)
  const found = Object.fromEntries(searchKinds.map((each) => [each, 0])) as Record<SearchKind, number>
  const documents: Found[] = []
  const most = query.phrases.length > 0 ? comparedForPhrases : Math.max(leastCompared, limit)
  for (const source of terms.length === 0 ? [] : parts.sources) {
    if (kind !== undefined && source.kind !== kind) continue
    const { ids, count } = await parts.store.find(source.kind, terms, most)
    const there = ids.length === 0 ? [] : await source.read(ids)
    const fitting = there.filter(
      (each) => hasPhrases(each.title, query.phrases) || hasPhrases(each.text, query.phrases),
    )
    found[source.kind] = query.phrases.length > 0 ? fitting.length : Math.max(0, count - (ids.length - there.length))
    documents.push(...fitting.map((document) => ({ kind: source.kind, document })))
  }
  const wanted = wantedWords(query)
  const results = share(rank(documents, wanted, parts.nowMs()), limit)
  return { results: results.map((each) => toResult(each, query)), found, is_complete: await parts.isComplete() }
}

function toResult({ kind, document }: Ranked, query: ParsedQuery): SearchAnswer['results'][number] {
  const { id, title, text, at, href, state, where } = document
  const wanted = wantedWords(query)
  const snippet = snippetOf(text, wanted)
  const address = findHits(title + snippet, wanted, 1).length > 0 ? withWords(href, wanted) : href
  return { kind, id, title, snippet, at, href: address, state, where }
}
