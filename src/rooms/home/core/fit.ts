// Shares the height of the window among the blocks of a column, so that Home is one screen.

/** One that wants a place: how many rows it has, and how high they are. `headPx` is all of it that is no row. */
export type WantedRows = {
  readonly id: string
  readonly count: number
  /** So many it gets, whatever the others want. */
  readonly least: number
  readonly headPx: number
  readonly rowPx: number
}

/** How many rows each shows: the least first, and what room is left goes to the first ones in turn, a row each. */
export function shareRows(wanted: readonly WantedRows[], roomPx: number): ReadonlyMap<string, number> {
  const present = wanted.filter(({ count }) => count > 0)
  const rows = new Map(present.map(({ id, count, least }) => [id, Math.min(count, least)]))
  let left = present.reduce((room, one) => room - one.headPx - one.rowPx * (rows.get(one.id) ?? 0), roomPx)
  for (let isGiven = true; isGiven;) {
    isGiven = false
    for (const { id, count, rowPx } of present) {
      const has = rows.get(id) ?? 0
      if (has >= count || rowPx > left) continue
      rows.set(id, has + 1)
      left -= rowPx
      isGiven = true
    }
  }
  return rows
}
