// Which tabs a bar has room for.

export type TabsOfBar = {
  /** In the order in which they stand. */
  readonly tabs: readonly { readonly id: string; readonly px: number }[]
  /** Those that get a place first, the dearest first. */
  readonly ranked: readonly string[]
  readonly gapPx: number
  /** What opens the others: needs a place as soon as one has none. */
  readonly morePx: number
  readonly roomPx: number
}

/** Ids of the tabs that have a place. */
export function tabsThatFit({ tabs, ranked, gapPx, morePx, roomPx }: TabsOfBar): ReadonlySet<string> {
  const pxOf = new Map(tabs.map(({ id, px }) => [id, px + gapPx]))
  const ids = ranked.filter((id) => pxOf.has(id))
  const sum = (some: readonly string[]) => some.reduce((px, id) => px + (pxOf.get(id) ?? 0), 0)
  // The last one has no gap after it.
  if (sum(ids) - gapPx <= roomPx) return new Set(ids)
  const beyond = ids.findIndex((_, at) => sum(ids.slice(0, at + 1)) + morePx > roomPx)
  return new Set(ids.slice(0, beyond === -1 ? ids.length : beyond))
}
