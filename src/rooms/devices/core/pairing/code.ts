// Pairing codes as people read and type them: ten characters of Crockford's base 32, and after a dot the hash of the hub's key.
import { minuteMs } from '#base/time.ts'
import { regroup } from '#base/base64url.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** What people write for another character: Crockford leaves these letters out. */
const aliases: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** 50 bits: with ten minutes and a pause after wrong tries nobody guesses one. */
const codeLength = 10
/** Random bytes that a code is made of; what is over is left out. */
export const codeBytes = 7

/** Long enough to walk to another machine, short enough for a forgotten code. */
export const pairingLifetimeMs = 10 * minuteMs

export function codeFrom(random: Uint8Array): string {
  return regroup(random, { from: 8, to: 5, pad: false })
    .slice(0, codeLength)
    .map((value) => alphabet[value])
    .join('')
}

/** The code as it was made, however it was typed; null for what is none. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const characters = Array.from(plain, (letter) => aliases[letter] ?? letter)
  if (characters.length !== codeLength) return null
  return characters.every((character) => alphabet.includes(character)) ? characters.join('') : null
}

/** As it is easiest to read out: `K7QP2-MXDAB`. */
export function codeInGroups(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

/** What a person types on the device. `hubHash` is base64url of 16 bytes. */
export type Invitation = { readonly code: string; readonly hubHash: string }

export function writeInvitation({ code, hubHash }: Invitation): string {
  return `${code}.${hubHash}`
}

/** Null for a text that lacks one of the two parts. */
export function readInvitation(typed: string): Invitation | null {
  const [first = '', hubHash = '', ...more] = typed.trim().split('.')
  const code = readCode(first)
  return code === null || more.length > 0 || !/^[A-Za-z0-9_-]{22}$/.test(hubHash) ? null : { code, hubHash }
}
