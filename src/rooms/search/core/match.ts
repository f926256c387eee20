// What is asked of the index, in the languages of both databases. Nothing that was typed reaches their syntax.
import { indexedParts, titleMark, type ParsedQuery } from './query.ts'

/** A word that has to be there, whole or as the beginning of one. */
export type Term = { readonly word: string; readonly isWhole: boolean }

/** Finds what has all the words, in any place or all of them in its title. */
export type IndexMatch = { readonly anywhere: string; readonly title: string }

/** Empty for a query without words. */
export function toTerms({ words, phrases }: ParsedQuery): readonly Term[] {
  return [...parts(words, isWholeWord), ...parts(phrases.flat(), () => true)]
}

function parts(words: readonly string[], isWhole: (word: string) => boolean): readonly Term[] {
  return words.flatMap(indexedParts).map((word) => ({ word, isWhole: isWhole(word) }))
}

/** A single letter begins too much. */
const isWholeWord = (word: string): boolean => word.length === 1 && /^[\p{ASCII}]/u.test(word)

/** As the FTS5 of SQLite reads it. */
export function fts5Match(terms: readonly Term[]): IndexMatch {
  return matchOf(terms, {
    word: ({ word, isWhole }) => `"${word}"${isWhole ? '' : '*'}`,
    or: ' OR ',
    and: ' AND ',
  })
}

/** As PostgreSQL reads a tsquery, of lexemes as they stand in the index. */
export function tsqueryMatch(terms: readonly Term[]): IndexMatch {
  return matchOf(terms, { word: ({ word, isWhole }) => `'${word}'${isWhole ? '' : ':*'}`, or: ' | ', and: ' & ' })
}

type Language = { readonly word: (term: Term) => string; readonly or: string; readonly and: string }

function matchOf(terms: readonly Term[], { word, or, and }: Language): IndexMatch {
  const inTitle = (term: Term): string => word({ ...term, word: titleMark + term.word })
  return {
    anywhere: terms.map((term) => `(${word(term)}${or}${inTitle(term)})`).join(and),
    title: terms.map(inTitle).join(and),
  }
}
