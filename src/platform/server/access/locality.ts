// Decides whether a caller is local: a program of this machine and of our user (or root's) that came to us directly.
import type { Caller } from './caller.ts'
import { isForeignOrigin, isOwnLoopbackHost } from './claims.ts'
import type { PeerOwner } from './owner-look-up.ts'
import { quoted } from './refusals.ts'
import type { AccessSettings } from './settings.ts'

/** What a browser says of a request that its own page, or the person, made. */
const ownFetchSites: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** Null for a local caller, else the fact that speaks against it, as the end of a sentence. */
export function whyNotLocal(caller: Caller, settings: AccessSettings): string | null {
  if (!caller.peerIsLoopback) return `the request came from ${caller.peer === '' ? 'an unknown address' : caller.peer}`
  if (caller.forwardedBy !== null) return `the request was forwarded: it carries ${caller.forwardedBy}`
  // A plain TCP forward leaves no trace, so on an exposed port no header proves anything.
  if (settings.exposedBy !== null) return `the service is exposed by ${settings.exposedBy}`
  if (!isOwnLoopbackHost(caller, settings)) return `its Host is ${quoted(caller.host)}`
  if (isForeignOrigin(caller, settings)) return `a page of ${quoted(caller.origin)} asked for it`
  if (caller.fetchSite !== null && !ownFetchSites.has(caller.fetchSite)) {
    return `its Sec-Fetch-Site is ${quoted(caller.fetchSite)}`
  }
  return whyNotOurs(caller.owner)
}

/** The last question, since its answer costs a look. */
function whyNotOurs(owner: PeerOwner | null): string | null {
  switch (owner) {
    case 'ours':
    case 'untold':
      return null
    case 'another':
      return 'it came from a program of another user of this machine'
    case 'gone':
      return 'its program was gone before one could see whose it is'
    case null:
      return 'nobody looked whose program it came from'
  }
}
