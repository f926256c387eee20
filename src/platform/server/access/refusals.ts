// The sentences of refused callers: each names the value that was seen and the setting that would allow it.
import { shortened } from '#base/cut-text.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Caller } from './caller.ts'
import type { AccessSettings } from './settings.ts'

/** Longest value that a sentence repeats, in characters. */
const quoteLimit = 100

/** A value of the request in quotation marks, cut to a readable length. */
export function quoted(value: string | null): string {
  if (value === null) return 'missing'
  return JSON.stringify(shortened(value, quoteLimit))
}

export function foreignHost(caller: Pick<Caller, 'host' | 'hostIsAmbiguous'>, settings: AccessSettings): Refusal {
  const own = `http://127.0.0.1:${settings.port}`
  if (caller.host === null || caller.hostIsAmbiguous) {
    const fault = caller.host === null ? 'has no Host' : 'names more than one Host'
    return { error: 'foreign_host', reason: `The request ${fault}.`, hint: `Send one Host header, as in ${own}.` }
  }
  return {
    error: 'foreign_host',
    reason: `The service does not answer under the Host ${quoted(caller.host)}.`,
    hint: `Use ${own}, or add this name to allowedHosts in config.json or set publicUrl; either makes the service count as exposed.`,
  }
}

export function foreignOrigin(caller: Pick<Caller, 'origin' | 'host'>, settings: AccessSettings): Refusal {
  const own = settings.publicOrigin ?? `http://${caller.host ?? `127.0.0.1:${settings.port}`}`
  return {
    error: 'foreign_origin',
    reason: `A page of ${quoted(caller.origin)} may not do this; the service's own origin is ${quoted(own)}.`,
    hint: 'Open the page from the service itself; behind a proxy, set publicUrl in config.json to the address in the browser.',
  }
}

export function noPage(caller: Pick<Caller, 'origin'>): Refusal {
  return {
    error: 'foreign_origin',
    reason: `Only the daemon of a device may call this, and a page of ${quoted(caller.origin)} did.`,
    hint: 'Run `orrery daemon` on the device.',
  }
}

/** A device that came to be paired and brought no code. */
export const noPairingCode: Refusal = {
  error: 'unauthenticated',
  reason: 'This needs a pairing code, and none came with the request.',
  hint: 'Make one on the page of devices or with `orrery devices pair`, and run the command that it shows.',
}

export function localOnly(caller: Pick<Caller, 'owner'>, because: string, settings: AccessSettings): Refusal {
  const port = settings.hookPort
  return {
    error: 'local_only',
    reason: `Only programs of this machine may call this, and ${because}.`,
    hint:
      caller.owner === 'another'
        ? 'Run the program as the user of the service.'
        : port === null
          ? `Call http://127.0.0.1:${settings.port} directly, without a proxy; no setting opens this to others.`
          : `On this machine call http://127.0.0.1:${port}; the port stands in the file hook-port of SERVICE_HOME.`,
  }
}

/** `because` says why the caller does not count as local; null where being local would not help. */
export function unauthenticated(caller: Pick<Caller, 'credentials'>, because: string | null): Refusal {
  const found = caller.credentials === 'none' ? 'none came with the request' : 'those of the request are not valid'
  return {
    error: 'unauthenticated',
    reason: `This needs credentials, and ${found}${because === null ? '' : ` (${because})`}.`,
    hint: 'Open a login link made by `orrery login`, or send `Authorization: Bearer` with the ACCESS_TOKEN.',
  }
}
