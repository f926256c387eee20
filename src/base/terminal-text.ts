// Recorded terminal output as plain text: only colours may pass, nothing that moves the cursor, asks or writes back.

const esc = '\u001B'
const bell = '\u0007'

/** OSC, DCS, APC, PM and SOS with their text; one that is never closed ends with its line, so that it hides no more. */
const strings = new RegExp(
  `(?:${esc}[\\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\n${esc}${bell}\u009C]*(?:${esc}\\\\|[${bell}\u009C])?`,
  'g',
)
const controls = new RegExp(`(?:${esc}\\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)`, 'g')
const escapes = new RegExp(`${esc}[ -/]*(?:[0-~]|$)`, 'g')
const colour = /\[([\d;:]*)m$|\u009B([\d;:]*)m$/

/** Colours travel past the removal of control characters as characters of private use. */
const keptColours = /\uE000([\d;:]*)\uE001/g

export function terminalText(raw: string, { keepColour }: { readonly keepColour: boolean }): string {
  return raw
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(strings, '')
    .replaceAll(controls, (sequence) => (keepColour ? colourMark(sequence) : ''))
    .replaceAll(escapes, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(overwritten)
    .join('\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(keptColours, `${esc}[$1m`)
}

/** A carriage return begins its line anew. Searched from the end: a line may be megabytes long. */
function overwritten(line: string, index: number, { length }: readonly string[]): string {
  // One that stands before the end of its line began nothing.
  const text = index < length - 1 && line.endsWith('\r') ? line.slice(0, -1) : line
  return text.slice(text.lastIndexOf('\r') + 1)
}

function colourMark(sequence: string): string {
  const [, sevenBit, eightBit] = colour.exec(sequence) ?? []
  const parameters = sevenBit ?? eightBit
  return parameters === undefined ? '' : `\uE000${parameters}\uE001`
}
