// What Ctrl makes of what is typed with it.

const begin = '\u001B['
/** Ends of the arrows, as a terminal without modes has them; with Ctrl they take a number along. */
const arrows: readonly string[] = ['A', 'B', 'C', 'D']

/** The keys with Ctrl held down: the first character becomes its control character; what has none stays as it is. */
export function withControl(keys: string): string {
  const end = keys.startsWith(begin) ? keys.slice(begin.length) : ''
  if (arrows.includes(end)) return `${begin}1;5${end}`
  const [first = '', ...rest] = keys
  if (first === '?') return `\u007F${rest.join('')}`
  const code = first === ' ' ? 64 : first.toUpperCase().charCodeAt(0)
  const isControl = first.length === 1 && code >= 64 && code <= 95
  return isControl ? String.fromCharCode(code - 64) + rest.join('') : keys
}
