// A short fingerprint of a text, to see that it changed. No secret hangs on it.

/** Empty for an empty text; else 53 bits by cyrb53 (bryc, public domain) and the length. */
export function textHash(text: string): string {
  if (text === '') return ''
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}.${text.length.toString(36)}`
}
