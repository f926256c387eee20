// Says in words why a daemon is not connected, what a person can do, and whether it is worth a try soon.

/** `isSlow`: what is wrong does not pass by itself within seconds. */
export type WhyApart = { readonly reason: string; readonly hint: string; readonly isSlow: boolean }

/** A try that reached no socket: the answer that came instead, or what the network said. */
export type DialedFacts = {
  readonly status: number | null
  readonly error: string | null
  readonly reason: string
  /** The hub's time, where it told it. */
  readonly time: string | null
}

export function explainDialed({ status, error, reason, time }: DialedFacts, hub: string): WhyApart {
  if (status === null) {
    return {
      reason: `${hub} is not reached: ${reason}`,
      hint: 'It is dialed again by itself. Look whether the hub runs and this machine has a network.',
      isSlow: false,
    }
  }
  switch (error ?? '') {
    case 'gone_in_legacy_mode':
      return {
        reason: `${hub} runs in legacy mode, which has no devices.`,
        hint: 'Start the hub with DEPLOYMENT=cloud-fabric; this machine stays paired.',
        isSlow: true,
      }
    case 'revoked':
      return {
        reason: `${hub} says that this device is revoked, and does not prove it.`,
        hint: 'Somebody may answer in the place of the hub: check its address. It is dialed again by itself.',
        isSlow: true,
      }
    case 'nonce_needed':
      return {
        reason: `${hub} takes no nonce of its own${time === null ? '' : `; its clock says ${time}`}.`,
        hint: 'Something between keeps answers and sends them again: look at proxies on the way.',
        isSlow: false,
      }
    case 'unauthenticated':
      return {
        reason: `${hub} does not know this device.`,
        hint: 'If the database of the hub was replaced: orrery daemon unpair, then pair again.',
        isSlow: true,
      }
    default:
      return { reason: `${hub} refused: ${reason}`, hint: 'It is dialed again by itself.', isSlow: false }
  }
}

/** A connection that ended. */
export function explainEnded(kind: 'lost' | 'wrong_hub' | 'no_protocol' | 'clone', reason: string): WhyApart {
  switch (kind) {
    case 'lost':
      return { reason: `The connection was lost: ${reason}.`, hint: 'It is dialed again by itself.', isSlow: false }
    case 'wrong_hub':
      return {
        reason: `It was not greeted: ${reason}.`,
        hint: 'Check the address. If the hub has a new key by your own doing: orrery daemon unpair, then pair again.',
        isSlow: true,
      }
    case 'no_protocol':
      return { reason: `They do not understand each other: ${reason}.`, hint: 'Update the older one.', isSlow: true }
    case 'clone':
      return {
        reason: 'Another machine is connected with the key of this one.',
        hint: 'If this is a copy of that machine: orrery daemon unpair here, then pair it by itself.',
        isSlow: true,
      }
  }
}
