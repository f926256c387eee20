// Six words that stand for a key, for people to compare on two screens: 12 bits each, so 72 of its hash.
import { regroup } from './base64url.ts'

/**
 * A word is one of these and one of the others, 64 × 64 = 4096 in all. Short and concrete, unlike in sound and in writing;
 * no two pairs make the same word.
 */
export const firstParts =
  'amber apple arrow ash autumn bear birch black blue brass bright bronze candle cedar cherry cloud copper coral crystal dawn desert dragon dust eagle echo ember falcon fern fire forest frost glass gold granite green harbor honey iron ivory jade lake lemon lily maple marble meadow mint moon night ocean olive opal pearl pine quartz rain river rose salt shadow silver snow storm winter'.split(
    ' ',
  )
export const secondParts =
  'anchor bell bird bloom boat bridge brook canyon castle cave cliff crown dance door drum fall feather field flag flame flute garden gate grove hammer hill horn horse house island key kite ladder lamp lane leaf light mill mountain nest path pilot pond port ring road rope saddle sail seed shell ship smith song spear spring star stone tower trail valley wheel wing wolf'.split(
    ' ',
  )

const wordCount = 6

/** `keyHash` is the SHA-256 of the raw public key. */
export function fingerprintOf(keyHash: Uint8Array): readonly string[] {
  return regroup(keyHash, { from: 8, to: 12, pad: false })
    .slice(0, wordCount)
    .map((value) => `${firstParts[value >> 6]}${secondParts[value & 63]}`)
}
