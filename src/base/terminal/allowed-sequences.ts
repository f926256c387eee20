// The sequences that draw: a table of what passes. Everything else is dropped, so that an emulator never answers.

/** Between ESC and its last character. */
export const escapeIntermediate = /^[ -/]$/

/**
 * Save and restore, index, next line, tab stop, reverse index, full reset, keypad modes, locking shifts, character sets,
 * the alignment test, UTF-8. Not ESC Z, which asks who the terminal is, and not ESC SP F/G, which change how it answers.
 */
const escapes = /^(?:[78DEHMc=>no|}~]|[()*+\-./][0-9A-Z<=>`a-z]|#[3-68]|%[@G])$/

export function allowsEscape(sequence: string): boolean {
  return escapes.test(sequence)
}

/**
 * By prefix and intermediate the last characters that pass. Not here: c, n, x, t, DECRQM ($p), XTVERSION (>q), the queries
 * of kitty's keyboard (?u) and of xterm's key modes (?m), all of which are answered; and i, which prints.
 */
const controls: Readonly<Record<string, string>> = {
  '': '@ABCDEFGHIJKLMPSTXZ`abdefghlmrsu',
  '?': 'hlJK',
  '>': 'm',
  ' ': 'q@A',
  '!': 'p',
  '"': 'q',
  "'": '}~',
}

/** Modes by which a terminal begins to report by itself: colour scheme, size in the stream, keys as Windows sends them. */
const reportingModes = new Set(['2031', '2048', '9001'])

const controlPattern = /^(?<prefix>[<=>?]?)(?<parameters>[\d;:]*)(?<intermediate>[ -/]*)(?<final>[@-~])$/

/** Larger numbers only make a terminal count in circles. */
const numberPattern = /^\d{0,4}$/

/** `sequence` is what follows `ESC [`, its last character included. */
export function allowsControl(sequence: string): boolean {
  const groups = controlPattern.exec(sequence)?.groups
  if (groups === undefined) return false
  const { prefix = '', parameters = '', intermediate = '', final = '' } = groups
  if (!(controls[prefix + intermediate] ?? '').includes(final)) return false
  const numbers = parameters.split(/[;:]/)
  if (!numbers.every((number) => numberPattern.test(number))) return false
  return prefix !== '?' || !numbers.some((number) => reportingModes.has(String(Number(number))))
}
