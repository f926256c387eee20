// Who this hub is to its devices: a key of its own, by which they know it again whatever its address.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { hashOfKey, loadSigner } from '#platform/server/ed25519.ts'
import { hubHashOf } from '../../core/keys/hub-hash.ts'
import { thumbprintText } from '../../core/keys/signed-texts.ts'

export interface HubIdentityKey {
  /** The thumbprint of its key. */
  readonly id: string
  readonly publicKey: string
  /** What the pairing command carries of the key. */
  readonly hash: string
  sign(text: string): string
}

/** Made with the first start in fabric mode, kept 0600 in the home. Throws for a file that holds something else. */
export function loadHubIdentity(home: string): HubIdentityKey {
  const signer = loadSigner(join(home, 'hub-key'))
  const { publicKey } = signer
  return { sign: signer.sign, publicKey, id: thumbprintOf(publicKey), hash: hubHashOf(hashOfKey(publicKey)) }
}

/** The RFC 7638 thumbprint of a key. */
export function thumbprintOf(publicKey: string): string {
  return createHash('sha256').update(thumbprintText(publicKey)).digest('base64url')
}
