// Releases, compared by their numbers.

/** Whether a release is older than another one, by its three numbers. What is no release is not older. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  if (own === null || other === null) return false
  const at = own.findIndex((number, index) => number !== other[index])
  return at !== -1 && (own[at] ?? 0) < (other[at] ?? 0)
}

function numbersOf(version: string): number[] | null {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)
  return found === null ? null : found.slice(1).map(Number)
}
