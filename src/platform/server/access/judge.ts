// The one predicate that decides whether a caller may use a route or a socket. Pure: facts and settings in, a verdict out.
import { assertNever } from '#base/assert-never.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Caller } from './caller.ts'
import type { AccessClass } from '#platform/access.ts'
import { isForeignOrigin, isKnownHost } from './claims.ts'
import { foreignHost, foreignOrigin, localOnly, noPage, noPairingCode, unauthenticated } from './refusals.ts'
import { whyNotLocal } from './locality.ts'
import type { AccessSettings } from './settings.ts'

export type Verdict = Refusal | null

/** Null when the caller may pass, else why not; the order is Host, Origin, then the class. */
export function judge(access: AccessClass, caller: Caller, settings: AccessSettings): Verdict {
  if (access === 'signed') return null
  if (access === 'device' || access === 'pairing') return judgeDevice(access, caller)
  if (!isKnownHost(caller, settings)) return foreignHost(caller, settings)
  if ((caller.changesState || caller.isSocket) && isForeignOrigin(caller, settings)) {
    return foreignOrigin(caller, settings)
  }
  return judgeClass(access, caller, settings)
}

/** Devices dial whatever name leads here, and none of them is a page. Their tokens and codes are judged by the route. */
function judgeDevice(access: 'device' | 'pairing', caller: Caller): Verdict {
  if (caller.origin !== null) return noPage(caller)
  return access === 'pairing' && caller.credentials === 'none' ? noPairingCode : null
}

type JudgedHere = Exclude<AccessClass, 'signed' | 'device' | 'pairing'>

function judgeClass(access: JudgedHere, caller: Caller, settings: AccessSettings): Verdict {
  switch (access) {
    case 'public':
      return null
    case 'local_only':
      return refuseUnlessLocal(caller, settings)
    case 'local_or_exposed':
      if (settings.exposedBy !== null && caller.credentials === 'valid') return null
      return refuseUnlessLocal(caller, settings)
    case 'local_or_authenticated':
      if (caller.credentials === 'valid') return null
      return refuseStrangers(caller, settings)
    case 'authenticated':
      return caller.credentials === 'valid' ? null : unauthenticated(caller, null)
    default:
      return assertNever(access)
  }
}

function refuseUnlessLocal(caller: Caller, settings: AccessSettings): Verdict {
  const reason = whyNotLocal(caller, settings)
  return reason === null ? null : localOnly(caller, reason, settings)
}

function refuseStrangers(caller: Caller, settings: AccessSettings): Verdict {
  if (settings.requireTokenLocally) return unauthenticated(caller, 'requireTokenLocally is set')
  const reason = whyNotLocal(caller, settings)
  return reason === null ? null : unauthenticated(caller, reason)
}
