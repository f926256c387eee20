// A list that changes while somebody points at it: what is shown stays where it is, with its news.

/** Rows of `shown` in their places, as `next` has them; those that `next` lacks as they were, and none that is new. */
export function keepPlaces<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (shown === next) return shown
  const fresh = new Map(next.map((row) => [keyOf(row), row]))
  return shown.map((row) => fresh.get(keyOf(row)) ?? row)
}
