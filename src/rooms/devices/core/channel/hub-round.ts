// Where a device dials: a hub may have several nodes, and any of them will do.

const isSafe = (address: string): boolean => address.startsWith('https:')

/** What is dialed now, and what is dialed after it. */
export type HubRound = { readonly addresses: readonly string[]; readonly at: number }

/**
 * `pairedWith` is where it was paired, and always one of them; `told` are the origins that the hub said of its nodes. Whoever was paired over
 * https dials nothing without it. What answered last stays what is dialed first.
 */
export function roundOf(pairedWith: string, told: readonly string[], current: string | null): HubRound {
  const allowed = told.filter((address) => isSafe(address) || !isSafe(pairedWith))
  const addresses = [...new Set([pairedWith, ...allowed])]
  return { addresses, at: Math.max(0, addresses.indexOf(current ?? pairedWith)) }
}

export function nextIn({ addresses, at }: HubRound): HubRound {
  return { addresses, at: (at + 1) % addresses.length }
}
