// Which kinds a filter lets through.

/** A whole kind lets itself through, what stands before a dot every kind that begins with it; null lets all through. */
export function kindFilter(asked: string | null): (kind: string) => boolean {
  if (asked === null) return () => true
  return (kind) => kind === asked || kind.startsWith(`${asked}.`)
}
