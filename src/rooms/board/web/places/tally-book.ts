// Counts the cards of each column by state, kept up one card at a time: nothing is counted anew when one of them changes.

type Stand<Column> = { readonly column: Column; readonly state: string }

export class TallyBook<Column extends string> {
  readonly #stands = new Map<string, Stand<Column>>()
  readonly #counts = new Map<Column, Map<string, number>>()

  /** Where the card stands now; null for one that stands in no column. */
  note(key: string, stand: Stand<Column> | null): void {
    const known = this.#stands.get(key)
    if (known?.column === stand?.column && known?.state === stand?.state) return
    if (known !== undefined) this.#add(known, -1)
    if (stand === null) this.#stands.delete(key)
    else {
      this.#stands.set(key, stand)
      this.#add(stand, 1)
    }
  }

  clear(): void {
    this.#stands.clear()
    this.#counts.clear()
  }

  /** States without a card are left out. */
  tallyOf(column: Column): Partial<Record<string, number>> {
    const counts = [...(this.#counts.get(column) ?? [])].filter(([, count]) => count > 0)
    return Object.fromEntries(counts)
  }

  #add({ column, state }: Stand<Column>, by: number): void {
    const counts = this.#counts.get(column) ?? new Map<string, number>()
    this.#counts.set(column, counts.set(state, (counts.get(state) ?? 0) + by))
  }
}
