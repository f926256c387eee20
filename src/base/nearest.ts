// Finds the known name that a mistyped one most likely meant.

/** The candidate with the smallest edit distance to `name`, or null when none is close enough to be meant. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = Math.max(2, Math.ceil(name.length / 2)) + 1
  for (const candidate of candidates) {
    // No distance is below the difference in length; a hostile name of a megabyte would cost a second each.
    if (Math.abs(name.length - candidate.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

/** Levenshtein distance by the two-row method. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
