// Base64url without padding (RFC 4648, 5), exactly one text for each value: what decodes encodes back to itself.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map(Array.from(alphabet, (character, value) => [character, value] as const))

export function toBase64url(bytes: Uint8Array): string {
  return regroup(bytes, { from: 8, to: 6, pad: true })
    .map((value) => alphabet[value])
    .join('')
}

/** Null for a text that no bytes have: padding, other characters, or bits left over that are not zero. */
export function fromBase64url(text: string): Uint8Array | null {
  const sextets = Array.from(text, (character) => values.get(character) ?? -1)
  if (sextets.includes(-1) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(regroup(sextets, { from: 6, to: 8, pad: false }))
  return toBase64url(bytes) === text ? bytes : null
}

type Grouping = { readonly from: number; readonly to: number; readonly pad: boolean }

/** Reads groups of `from` bits as groups of `to` bits; a last one that is not whole is filled with zeros, or left out. */
export function regroup(groups: Iterable<number>, { from, to, pad }: Grouping): number[] {
  const regrouped: number[] = []
  let bits = 0
  let held = 0
  for (const group of groups) {
    held = (held << from) | group
    bits += from
    while (bits >= to) {
      bits -= to
      regrouped.push((held >> bits) & ((1 << to) - 1))
    }
    held &= (1 << bits) - 1
  }
  if (pad && bits > 0) regrouped.push(held << (to - bits))
  return regrouped
}
