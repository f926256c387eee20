// A number for a text: equal texts have equal ones, others almost never. For look-ups that compare the text as well.

/** FNV-1a over UTF-16 units, 32 bits. http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}
