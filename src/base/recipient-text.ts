// What a device signs of its age recipient, and the recipient in what it signed: the hub can't put another in its place.

/** The text over the recipient of a device that is paired with that hub. */
export function recipientText(hubId: string, deviceId: string, recipient: string): string {
  return `orrery.recipient.v1\n${hubId}\n${deviceId}\n${recipient}`
}

/**
 * The recipient that a signed text is about: the one above, or the claim by which the device was paired, which names it among
 * its fields. Null for any other text.
 */
export function recipientIn(text: string): string | null {
  const lines = text.split('\n')
  if (lines.length !== 4) return null
  const [kind, , , last = ''] = lines
  if (kind === 'orrery.recipient.v1') return isRecipient(last) ? last : null
  return kind === 'orrery.pair.v1' ? recipientOfClaim(last) : null
}

/** Whether it is the recipient of an X25519 identity. */
export function isRecipient(text: string): boolean {
  return /^age1[02-9ac-hj-np-z]{58}$/.test(text)
}

function recipientOfClaim(json: string): string | null {
  try {
    const claim: unknown = JSON.parse(json)
    if (typeof claim !== 'object' || claim === null || !('age_recipient' in claim)) return null
    const { age_recipient: recipient } = claim
    return typeof recipient === 'string' && isRecipient(recipient) ? recipient : null
  } catch {
    // No claim of ours.
    return null
  }
}
