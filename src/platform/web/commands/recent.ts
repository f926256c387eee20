// What was run from the palette lately, in this browser: it stands first when the palette opens.
const storageKey = 'orrery.palette.recent'
const mostKept = 30

/** The list with `id` as the latest. */
export function withLatest(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((each) => each !== id)].slice(0, mostKept)
}

/** The recent ones first, the latest of all in front; the others as they were. */
export function recentFirst<T extends { readonly id: string }>(items: readonly T[], recent: readonly string[]): T[] {
  const placeOf = ({ id }: T) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    // Storage may be forbidden, or hold another version's list: then nothing is recent.
    return []
  }
}

export function rememberRun(id: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withLatest(readRecent(), id)))
  } catch {
    // As above: the palette works all the same.
  }
}
