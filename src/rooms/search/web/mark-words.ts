// Marks words in what the address opens, wherever a room shows it: as highlights, which change no element of its page.
import { findHits } from '#base/search-words.ts'

const highlightName = 'found'
/** More than this is no help to an eye. */
const mostMarks = 500

/** Marks from now on what stands in the open panel, or on the page, as it comes; the answer ends it. */
export function markWords(words: readonly string[]): () => void {
  if (!('highlights' in CSS)) return () => undefined
  let frame = 0
  let isShown = false
  const mark = (): void => {
    frame = 0
    const ranges = findRanges(placeOfText(), words)
    CSS.highlights.set(highlightName, new Highlight(...ranges))
    if (!isShown) isShown = showFirst(ranges)
  }
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(mark)
  }
  const changes = new MutationObserver(soon)
  changes.observe(document.body, { childList: true, characterData: true, subtree: true })
  soon()
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
    CSS.highlights.delete(highlightName)
  }
}

function placeOfText(): Element | null {
  return document.querySelector('.drawer .scroll') ?? document.querySelector('main')
}

function findRanges(place: Element | null, words: readonly string[]): Range[] {
  const ranges: Range[] = []
  if (place === null) return ranges
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null && ranges.length < mostMarks; node = texts.nextNode()) {
    for (const { start, end } of findHits(node.nodeValue ?? '', words, mostMarks - ranges.length)) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** The first hit in a text, rather than in the heading above it; once, so that nobody's scrolling is undone. */
function showFirst(ranges: readonly Range[]): boolean {
  const inText = ranges.find((range) => range.startContainer.parentElement?.closest('h1, h2, h3, button, a') === null)
  if (inText === undefined) return false
  const element = inText.startContainer.parentElement
  element?.scrollIntoView({ block: 'nearest' })
  // A long output scrolls within itself.
  const box = element?.closest('pre')
  if (box !== null && box !== undefined) {
    const offset = inText.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += offset - box.clientHeight / 2
  }
  return true
}
