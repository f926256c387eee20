// Judges what a request claims about itself in Host and Origin against the names that the service has.
import { parseAuthority, parseOrigin, type Authority } from './authority.ts'
import type { Caller } from './caller.ts'
import { matchesRule } from './host-rules.ts'
import { isLoopbackName } from './loopback.ts'
import type { AccessSettings } from './settings.ts'

type HostFacts = Pick<Caller, 'host' | 'hostIsAmbiguous'>
type OriginFacts = Pick<Caller, 'origin' | 'host'>

/** A page under a name of its own that resolves to us (DNS rebinding) can't claim one of these names. */
export function isKnownHost(caller: HostFacts, settings: AccessSettings): boolean {
  if (isOwnLoopbackHost(caller, settings)) return true
  const claim = hostClaim(caller)
  if (claim === null) return false
  // Behind TLS the default port is 443, else 80; a Host without one may mean either.
  const spellings =
    claim.port === null
      ? [
          { ...claim, port: 80 },
          { ...claim, port: 443 },
        ]
      : [claim]
  return settings.hosts.some((rule) => spellings.some((spelling) => matchesRule(rule, spelling)))
}

/** Whether the Host is a loopback name with the port of the listener. */
export function isOwnLoopbackHost(caller: HostFacts, settings: AccessSettings): boolean {
  if (caller.host !== null && !caller.hostIsAmbiguous && settings.ownHosts.has(caller.host)) return true
  const claim = hostClaim(caller)
  if (claim === null || (claim.port ?? 80) !== settings.port) return false
  return isLoopbackName(claim.hostname)
}

/** An absent Origin is none of a browser's page; else it must be the origin of the Host, or `publicUrl`. */
export function isForeignOrigin(caller: OriginFacts, settings: AccessSettings): boolean {
  if (caller.origin === null) return false
  const origin = parseOrigin(caller.origin)
  if (origin === null) return true
  if (settings.publicOrigin !== null && caller.origin.toLowerCase() === settings.publicOrigin) return false
  const host = parseAuthority(caller.host ?? '')
  if (host === null || host.hostname !== origin.hostname) return true
  if (origin.scheme === 'https' && isLoopbackName(host.hostname)) return true
  return (host.port ?? (origin.scheme === 'https' ? 443 : 80)) !== origin.port
}

function hostClaim(caller: HostFacts): Authority | null {
  return caller.host === null || caller.hostIsAmbiguous ? null : parseAuthority(caller.host)
}
