// Ticks a checkbox of a description where it is read: the mark in its Markdown changes, and nothing else.

/** The checkboxes of a text as they are rendered, in their order: whether each is ticked. */
export type BoxesOf = (text: string) => readonly boolean[]

const mark = /\[([ xX])\](?=\s)/g

/**
 * The text with its box number `index` the other way round, or null where that can't be found: what looks like a box may
 * stand in code or in a word, so that only a change after which exactly that box is rendered otherwise is taken.
 */
export function tickBox(text: string, index: number, boxesOf: BoxesOf): string | null {
  const before = boxesOf(text)
  const wanted = before.map((isTicked, at) => (at === index ? !isTicked : isTicked)).join()
  if (before[index] === undefined) return null
  for (const { index: at, 1: was } of text.matchAll(mark)) {
    const changed = `${text.slice(0, at)}[${was === ' ' ? 'x' : ' '}]${text.slice(at + 3)}`
    if ((was !== ' ') === before[index] && boxesOf(changed).join() === wanted) return changed
  }
  return null
}
