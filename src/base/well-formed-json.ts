// Half characters in JSON: JavaScript keeps them, UTF-8 cannot hold them, so no database and no file gives them back.

/**
 * The JSON text without escapes of half a surrogate pair, each replaced by U+FFFD as a decoder of UTF-8 does. For every edge
 * at which JSON of others is parsed, so that what is answered, stored and shown is one text. On the text and not on the
 * parsed value, which may be nested too deep to walk.
 */
export function wellFormedJson(text: string): string {
  if (!mayHoldHalf.test(text)) return text
  return text.replaceAll(escapes, (escape) => (halfEscape.test(escape) ? String.raw`\ufffd` : escape))
}

const mayHoldHalf = /\\u[dD][89a-fA-F]/
/** Each escape as a whole, so that the second half of `\\` begins none; a pair of halves is one. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\./gs
const halfEscape = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/
