// The key by which push services know this service again (RFC 8292): made with its first use, kept 0600 in the home.
import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile } from '#platform/server/files/private-file.ts'
import { writeAtomicSync } from '#platform/server/files/write-atomic.ts'

export type PushKeys = {
  readonly jwk: JsonWebKey
  /** The public key as a browser subscribes with it: 65 bytes in base64url. */
  readonly publicKey: string
}

const part = z.string().regex(/^[\w-]{43}$/)
const jwkSchema = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: part, y: part, d: part })

export const pushKeysFile = 'push-key.json'

/** Throws for a file that holds something else: with a new key every subscription would end. */
export function loadPushKeys(home: string): PushKeys {
  const path = join(home, pushKeysFile)
  const text = readPrivateFile(path)
  const jwk = text === null ? makeKey(path) : readKey(text, path)
  const { x, y } = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x ?? '', 'base64url'), Buffer.from(y ?? '', 'base64url')]
  return { jwk, publicKey: Buffer.concat(point).toString('base64url') }
}

function makeKey(path: string): JsonWebKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  writeAtomicSync(path, `${JSON.stringify(jwk)}\n`)
  return jwk
}

function readKey(text: string, path: string): JsonWebKey {
  const parsed = jwkSchema.safeParse(jsonIn(text))
  if (!parsed.success) throw new Error(`${path} holds no key for pushes. Put it back from a backup, or move it away.`)
  return parsed.data
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It is refused like any other that is no key.
    return null
  }
}
