// Pages of lists that are read newest first by id.

export type Page<T> = { readonly rows: readonly T[]; readonly next: string | null }
export type PageQuery = { readonly limit: number; readonly before: number | null }

/** `rows` were read with one more than `limit`. */
export function pageOf<T extends { readonly id: number }>(rows: readonly T[], { limit }: PageQuery): Page<T> {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)?.id) : null }
}
