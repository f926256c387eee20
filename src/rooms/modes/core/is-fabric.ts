// The page's one decision whether it shows what belongs to fabric mode.

export type FabricFacts = {
  /** `window.__FABRIC_MODE__`: true or false wins over the hostname; anything else leaves it to decide. */
  readonly override: unknown
  /** `location.hostname`. */
  readonly hostname: string
  /** Configured names; `*.domain` stands for its subdomains, `.domain` for the domain and its subdomains. */
  readonly fabricHostnames: readonly string[]
}

export function isFabric({ override, hostname, fabricHostnames }: FabricFacts): boolean {
  if (typeof override === 'boolean') return override
  const name = hostname.toLowerCase()
  return name.startsWith('fabric.') || fabricHostnames.some((entry) => covers(entry.toLowerCase(), name))
}

function covers(entry: string, name: string): boolean {
  if (entry.startsWith('*.')) return name.endsWith(entry.slice(1))
  if (entry.startsWith('.')) return name === entry.slice(1) || name.endsWith(entry)
  return name === entry
}
