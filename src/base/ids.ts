// Short identifiers that are safe in paths, names and URLs. Randomness comes in as an argument.

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * One character of [0-9a-z] for each byte given. 16 random bytes make an id that never meets another; modulo bias costs
 * less than a tenth of a bit a character.
 */
export function idFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}
