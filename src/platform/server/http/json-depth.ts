// Bounds how deep JSON of a request may nest: whatever walks such a value recurses, and would end with the stack.

/** Far deeper than any sensible body, and far from the end of the stack. */
export const mostLevels = 200

const quote = 0x22
const backslash = 0x5c

/** Whether JSON text nests deeper than `mostLevels`. Of text that is no JSON it says nothing. */
export function isTooDeep(text: string): boolean {
  if (text.length <= mostLevels) return false
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === backslash) index += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    // [ and {, which differ by one bit, as ] and } do.
    else if ((code | 0x20) === 0x7b) {
      depth += 1
      if (depth > mostLevels) return true
    } else if ((code | 0x20) === 0x7d) depth -= 1
  }
  return false
}
