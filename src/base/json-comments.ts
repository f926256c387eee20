// Comments in a JSON text, which some programs allow in their settings.

/** Where the comment that begins at `from` ends; `from` itself where none begins there. */
export function skipComment(text: string, from: number): number {
  if (text[from] !== '/') return from
  if (text[from + 1] === '/') {
    const end = text.indexOf('\n', from)
    return end === -1 ? text.length : end
  }
  if (text[from + 1] !== '*') return from
  const end = text.indexOf('*/', from + 2)
  return end === -1 ? text.length : end + 2
}

/** The text with blanks in the place of comments, so that everything else stays where it is. */
export function blankComments(text: string): string {
  let blanked = ''
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? skipString(text, at) : skipComment(text, at)
    if (end === at) {
      blanked += text[at]
      at += 1
    } else {
      const part = text.slice(at, end)
      blanked += part.startsWith('"') ? part : part.replaceAll(/[^\n\r]/g, ' ')
      at = end
    }
  }
  return blanked
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}
