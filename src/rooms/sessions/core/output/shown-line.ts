// One line of a terminal as it stands in the end, of all that was written to it.

const esc = '\u001B'

/** Strings of the terminal, sequences, other escapes, text; in this order. */
const tokens = new RegExp(
  [
    `(?:${esc}[\\]PX^_]|[\u0090\u0098\u009D-\u009F])[^${esc}\u0007\u009C]*(?:${esc}\\\\|[\u0007\u009C])?`,
    `(?:${esc}\\[|\u009B)(?<parameters>[0-?]*)[ -/]*(?<final>[@-~]|$)`,
    `${esc}[ -/]*[0-~]?`,
    '(?<text>\\P{Cc}+)',
    '\\p{Cc}',
  ].join('|'),
  'gu',
)

/** A line of a terminal is not longer; numbers in sequences may be. */
const mostColumns = 1000

/** A line as it stands after its returns, backspaces, erasures and moves along it. */
export function shownLine(raw: string): string {
  if (!/\p{Cc}/u.test(raw)) return raw.slice(0, mostColumns)
  const cells: string[] = []
  let at = 0
  for (const { 0: token, groups = {} } of raw.matchAll(tokens)) {
    if (groups.text !== undefined) at = write(cells, at, groups.text)
    else if (groups.final !== undefined) at = move(cells, at, [groups.final, groups.parameters ?? ''])
    else if (token === '\r') at = 0
    else if (token === '\b') at = Math.max(0, at - 1)
    else if (token === '\t') at = Math.min(mostColumns, at - (at % 8) + 8)
  }
  return Array.from(cells, (cell) => cell ?? ' ').join('')
}

function write(cells: string[], start: number, text: string): number {
  let at = start
  for (const character of text) {
    if (at >= mostColumns) break
    cells[at] = character
    at += 1
  }
  return at
}

function move(cells: string[], at: number, [final, parameters]: readonly [string, string]): number {
  const count = Math.min(mostColumns, Number.parseInt(parameters, 10) || 0)
  switch (final) {
    case 'K':
      if (count === 0) cells.length = Math.min(cells.length, at)
      else if (count === 2) cells.length = 0
      else cells.fill(' ', 0, at + 1)
      return at
    case 'G':
      return Math.max(0, count - 1)
    case 'C':
      return Math.min(mostColumns, at + Math.max(1, count))
    case 'D':
      return Math.max(0, at - Math.max(1, count))
    default:
      return at
  }
}
