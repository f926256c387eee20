// The names that the service answers to, besides its loopback ones: which Host or Origin matches which setting.
import { parseAuthority, type Authority } from './authority.ts'
import { isLoopbackName } from './loopback.ts'

export type HostRule = {
  readonly hostname: string
  /** Null stands for any port: the name is what a foreign page can't forge. */
  readonly port: number | null
  /** `subdomains` leaves the domain itself out, `domain` takes both. */
  readonly covers: 'exact' | 'subdomains' | 'domain'
}

/** Reads an entry of `allowedHosts`: a name, `name:port`, `*.domain` or `.domain`; null for what is none or says nothing new. */
export function hostRule(entry: string): HostRule | null {
  const [, wildcard, rest] = /^(\*\.|\.)?(.*)$/s.exec(entry) ?? []
  const authority = parseAuthority(rest ?? '')
  if (authority === null) return null
  // A loopback name with any port would admit the pages of every other program here. With our port it is admitted anyway.
  if (authority.port === null && isLoopbackName(authority.hostname)) return null
  return { ...authority, covers: wildcard === '*.' ? 'subdomains' : wildcard === '.' ? 'domain' : 'exact' }
}

/** `port` is the one that is written or the scheme's default. */
export function matchesRule(rule: HostRule, claim: Authority): boolean {
  if (rule.port !== null && rule.port !== claim.port) return false
  if (rule.covers !== 'subdomains' && claim.hostname === rule.hostname) return true
  return rule.covers !== 'exact' && claim.hostname.endsWith(`.${rule.hostname}`)
}
