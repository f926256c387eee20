// Text as search meets it: some words are everywhere, most are rare, and a run makes the same text as the one before.

const syllables =
  'ka to mi ren sol var dex pro lin que ter bra con ful ing est ora pix nod hub sha elo und wex yar zim gro cla phe ix'.split(
    ' ',
  )
const vocabularySize = 20_000

export type MadeUpText = {
  /** The common ones come often. */
  readonly word: () => string
  readonly text: (characters: number) => string
}

export function makeUpText(seed: number): MadeUpText {
  const random = seeded(seed)
  const pick = () => syllables[Math.floor(random() * syllables.length)] ?? ''
  const vocabulary = Array.from({ length: vocabularySize }, (_, index) => {
    const stem = Array.from({ length: 1 + Math.floor(random() * 3.5) }, pick).join('')
    return index > vocabularySize / 2 ? `${stem}${index % 97}` : stem
  })
  const word = () => vocabulary[Math.floor(random() ** 3 * vocabularySize)] ?? ''
  return {
    word,
    text(characters) {
      let text = ''
      while (text.length < characters) text += `${word()} `
      return text.slice(0, characters)
    },
  }
}

/** mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
