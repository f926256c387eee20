// Marks the words that are looked for in the rows that are drawn: as highlights, which change no element.
import type { RowHit } from '../core/rows.ts'

const [all, here] = ['talk-found', 'talk-here']

/** Marks what stands in `place` now; the hit that is shown stands out. */
export function markHits(place: Element | null, words: string, hit: RowHit | null): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(all)
  CSS.highlights.delete(here)
  const wanted = words.trim().toLowerCase()
  if (place === null || wanted === '') return
  const shown = hit === null ? null : place.querySelector(`[data-index="${hit.row}"]`)
  const own = shown === null ? [] : rangesIn(shown, wanted)
  const current = own[Math.min(hit?.nth ?? 0, own.length - 1)]
  CSS.highlights.set(all, new Highlight(...rangesIn(place, wanted)))
  if (current === undefined) return
  const above = new Highlight(current)
  above.priority = 1
  CSS.highlights.set(here, above)
}

function rangesIn(place: Element, wanted: string): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, Math.min(at + wanted.length, node.nodeValue?.length ?? 0))
      ranges.push(range)
    }
  }
  return ranges
}
