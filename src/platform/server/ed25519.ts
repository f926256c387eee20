// Ed25519 keys of this machine: made once, kept in a private file, known to others by their 32 raw bytes in base64url.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readPrivateFile } from './files/private-file.ts'
import { writeAtomicSync } from './files/write-atomic.ts'

/** A key that signs. */
export interface Signer {
  /** Base64url of the raw public key. */
  readonly publicKey: string
  /** The signature over the text's UTF-8, base64url. */
  sign(text: string): string
}

/** The key in a file, made and stored (0600) when there is none. Throws for a symbolic link and for what is no such key. */
export function loadSigner(path: string): Signer {
  return readSigner(path) ?? makeSigner(path)
}

/** Null when there is no file. Throws as `loadSigner` does. */
export function readSigner(path: string): Signer | null {
  const pem = readPrivateFile(path)
  if (pem === null) return null
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} holds no Ed25519 key`)
  return signerOf(key)
}

function makeSigner(path: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeAtomicSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return signerOf(privateKey)
}

function signerOf(key: KeyObject): Signer {
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  return { publicKey, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

/** Whether the holder of that key signed the text. False for keys and signatures that are none. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    // The key is no point of the curve, or not 32 bytes.
    return false
  }
}

/** SHA-256 of the raw bytes of a key. */
export function hashOfKey(publicKey: string): Uint8Array {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest()
}
