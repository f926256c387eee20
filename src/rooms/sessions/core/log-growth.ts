// Follows a growing text of which only the last part can be seen.

/** What `next` has beyond `previous`, both being the end of the same text at two times; all of it when they don't meet. */
export function newPart(previous: string, next: string): string {
  if (next.startsWith(previous)) return next.slice(previous.length)
  return next.slice(overlap(previous, next))
}

/** Length of the longest end of `previous` that `next` begins with, by Knuth, Morris and Pratt: linear, whatever repeats. */
function overlap(previous: string, next: string): number {
  const fallbacks = borders(next)
  let matched = 0
  for (let at = 0; at < previous.length; at++) {
    while (matched > 0 && (matched === next.length || previous[at] !== next[matched])) {
      matched = fallbacks[matched - 1] ?? 0
    }
    if (previous[at] === next[matched]) matched += 1
  }
  return matched
}

/** For each prefix the length of its longest proper prefix that is also its end. */
function borders(text: string): Uint32Array {
  const lengths = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = lengths[length - 1] ?? 0
    if (text[at] === text[length]) length += 1
    lengths[at] = length
  }
  return lengths
}
