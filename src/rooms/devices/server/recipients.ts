// What the secrets of devices are encrypted to, and how each proved that it is its own.
import { nodeOfMachine } from '#base/own-machine.ts'
import { isRecipient, recipientIn, recipientText } from '#base/recipient-text.ts'
import { isSignedBy } from '#platform/server/ed25519.ts'
import { localDeviceId } from '../contract.ts'
import type { RecipientProof } from '../contract/from-device.ts'
import type { DeviceBook } from './device-book.ts'
import type { HubIdentityKey } from './identity/hub-identity.ts'
import type { DeviceRecord } from './device-store.ts'

/** A device that can be encrypted to, and its signature over a text that names the recipient. */
export type DeviceRecipient = {
  readonly id: string
  readonly label: string
  readonly is_local: boolean
  readonly is_online: boolean
  readonly recipient: string
  readonly public_key: string
  readonly proof: { readonly text: string; readonly signature: string }
}

/** Those that are paired; one whose recipient nothing proves is left out. */
export function recipientsIn(book: DeviceBook): DeviceRecipient[] {
  return book.all().flatMap(({ id, label, is_local, status }) => {
    const record = book.get(id)
    const proven = status === 'revoked' || record === null ? null : provenOf(record)
    return proven === null ? [] : [{ id, label, is_local, is_online: status === 'online', ...proven }]
  })
}

/** Machines of other nodes, by the names of those. `live`: the nodes that are heard. */
export function recipientsElsewhere(machines: readonly DeviceRecord[], live: ReadonlySet<string>): DeviceRecipient[] {
  return machines.flatMap((record) => {
    const [node, proven] = [nodeOfMachine(record.id), provenOf(record)]
    if (node === null || proven === null) return []
    return [{ id: record.id, label: node, is_local: false, is_online: live.has(node), ...proven }]
  })
}

/** Keeps what a device says of its recipient with its `hello`, where it is its own word and another than before. */
export function hearRecipient(
  { book, hub }: { readonly book: DeviceBook; readonly hub: Pick<HubIdentityKey, 'id'> },
  deviceId: string,
  told: RecipientProof,
): void {
  const record = book.get(deviceId)
  if (record === null || !isRecipient(told.recipient) || record.age_recipient === told.recipient) return
  // The hub's own machine has no key that it was paired with: it shows the one that it signs with.
  const public_key = deviceId === localDeviceId ? told.public_key : record.public_key
  const text = recipientText(hub.id, deviceId, told.recipient)
  if (!isSignedBy(public_key, text, told.signature)) return
  book.prove(deviceId, told.recipient, { public_key, text, signature: told.signature })
}

function provenOf(record: DeviceRecord): Pick<DeviceRecipient, 'recipient' | 'public_key' | 'proof'> | null {
  const { age_recipient: recipient, public_key, claim, claimSignature, recipientProof: kept } = record
  const { public_key: key, text, signature } = kept ?? { public_key, text: claim, signature: claimSignature }
  return recipientIn(text) === recipient ? { recipient, public_key: key, proof: { text, signature } } : null
}
