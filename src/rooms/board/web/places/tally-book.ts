// Counts the cards of each column by state, kept up one card at a time: nothing is counted anew when one of them changes.

/** A card without a column is not counted. */
type Stand<Column> = { readonly column: Column | null; readonly state: string }

export class TallyBook<Column extends string> {
  readonly #counts = new Map<Column, Map<string, number>>()

  /** Where a card stood and where it stands now; null for one that is not there. */
  move(from: Stand<Column> | null, to: Stand<Column> | null): void {
    if (from?.column === to?.column && from?.state === to?.state) return
    if (from !== null) this.#add(from, -1)
    if (to !== null) this.#add(to, 1)
  }

  clear(): void {
    this.#counts.clear()
  }

  /** States without a card are left out. */
  tallyOf(column: Column): Partial<Record<string, number>> {
    const counts = [...(this.#counts.get(column) ?? [])].filter(([, count]) => count > 0)
    return Object.fromEntries(counts)
  }

  #add({ column, state }: Stand<Column>, by: number): void {
    if (column === null) return
    const counts = this.#counts.get(column) ?? new Map<string, number>()
    this.#counts.set(column, counts.set(state, (counts.get(state) ?? 0) + by))
  }
}
