// Random tokens, what is stored of them, and their comparison in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits: past all guessing, so that a plain hash protects a stored one. */
const tokenBytes = 32

export function randomToken(bytes: number = tokenBytes): string {
  return randomBytes(bytes).toString('base64url')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Compares in a time that depends on neither text: both are hashed first, so that their lengths do not matter. */
export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}
