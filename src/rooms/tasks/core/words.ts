// The words of a text as the full-text index of SQLite knows them, for a database that has no such index.

/**
 * Each word in small letters and without accents, after a blank of its own: a phrase whose last word is only begun stands in it
 * as a part. By the rules of unicode61 with `remove_diacritics 2`; letters that Unicode got after its version 6.1 are folded too.
 */
export function wordsOf(text: string): string {
  const plain = text.toLowerCase().replace(otherForms, toUsualForm).replace(accented, withoutAccent)
  return (plain.match(words) ?? []).map((word) => ` ${word.replace(marks, '')}`).join('')
}

/** The accents that end no word, and that are no part of it. */
const mark = String.raw`\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331`
const marks = new RegExp(`[${mark}]+`, 'gu')
const words = new RegExp(String.raw`[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}${mark}]*`, 'gu')

/** Small letters that are written in a second way: of one capital letter only one small one is meant. */
const otherForms = /[ςſµϐϑϕϖϰϱϵẛ\u1fbe]/gu
const toUsualForm = (letter: string): string => letter.toUpperCase().toLowerCase()

/** Of the Latin letters alone: an accent of another script makes another letter. */
const accented = /[\u00e0-\u024f\u1e00-\u1eff]/gu

function withoutAccent(letter: string): string {
  const [base = letter, ...accents] = letter.normalize('NFD')
  return accents.length > 0 && base >= 'a' && base <= 'z' ? base : letter
}
