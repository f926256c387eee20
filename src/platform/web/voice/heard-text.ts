// Words that were heard, between what stands before and after the place in which they are written.

/** Spaces where words meet; a text that says nothing changes nothing. */
export function withHeard(
  before: string,
  heard: string,
  after: string,
): { readonly text: string; readonly caret: number } {
  const words = heard.trim().replaceAll(/\s+/g, ' ')
  if (words === '') return { text: before + after, caret: before.length }
  const gap = before === '' || /[\s([{"'„“‘«/-]$/u.test(before) || /^[.,;:!?…)\]}]/u.test(words) ? '' : ' '
  const begun = before + gap + words
  const rest = after === '' || /^[\s.,;:!?…)\]}]/u.test(after) ? after : ` ${after}`
  return { text: begun + rest, caret: begun.length }
}
