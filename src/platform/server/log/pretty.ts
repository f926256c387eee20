// Turns a JSON log line into a compact one for a person at a terminal: time, level, message, then the fields.
import { printable } from '#base/printable.ts'

const levels: Readonly<Record<number, { readonly word: string; readonly colour: string }>> = {
  10: { word: 'trace', colour: '\u001B[2m' },
  20: { word: 'debug', colour: '\u001B[2m' },
  30: { word: 'info ', colour: '\u001B[34m' },
  40: { word: 'warn ', colour: '\u001B[33m' },
  50: { word: 'error', colour: '\u001B[31m' },
  60: { word: 'fatal', colour: '\u001B[31m' },
}
const plain = '\u001B[0m'
const dim = '\u001B[2m'

/** A line without its newline in, one or more lines out; what is no log line passes as it is. */
export function prettyLine(line: string, colour: boolean): string {
  const entry = parse(line)
  if (entry === null) return line
  const { level, time, msg, pid: _pid, hostname: _hostname, err, ...fields } = entry
  const { word, colour: code } = levels[Number(level)] ?? { word: String(level), colour: '' }
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : String(time)
  const paint = (code: string, text: string) => (colour && text !== '' ? `${code}${text}${plain}` : text)
  const details = Object.entries(fields).map(([name, value]) => `${name}=${short(value)}`)
  const head = [
    paint(dim, clock),
    paint(code, word),
    printable(typeof msg === 'string' ? msg : ''),
    paint(dim, details.join(' ')),
  ]
  return [head.filter((part) => part !== '').join(' '), ...stackOf(err)].join('\n')
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function short(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:@-]+$/.test(value)) return value
  return printable(JSON.stringify(value) ?? 'undefined')
}

function stackOf(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return []
  const stack = 'stack' in err ? String(err.stack) : JSON.stringify(err)
  return stack.split('\n').map((row) => `  ${printable(row)}`)
}
