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

/** Of the characters that may end a sequence those that pass, by their codes. */
const passing = (allows: (final: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (allows(String.fromCharCode(code)) ? 1 : 0))

const finals = passing(allowsControl)
const privateFinals = passing((final) => allowsControl(`?${final}`))
const escapeFinals = passing(allowsEscape)
const letterSets = passing((final) => allowsEscape(`(${final}`))

const isReporting = Uint8Array.from({ length: 10_000 }, (_, mode) => (reportingModes.has(String(mode)) ? 1 : 0))

/** `[ ( ? ; : 0` */
const [bracket, parenthesis, question, semicolon, colon, zero] = [0x5b, 0x28, 0x3f, 0x3b, 0x3a, 0x30] as const

/**
 * Where the sequence ends whose ESC stands at `at`, if it is one of the usual ones, whole, and passes as it is; else -1,
 * which says nothing of it. For long texts: most of their sequences are set looks, and a look at each letter is dear.
 */
export function endOfUsual(text: string, at: number, longest: number): number {
  const second = text.charCodeAt(at + 1)
  if (second === bracket) return endOfControl(text, at + 2, longest)
  // `(B`, which tmux writes with most looks.
  if (second === parenthesis) return letterSets[text.charCodeAt(at + 2)] === 1 ? at + 3 : -1
  return escapeFinals[second] === 1 ? at + 2 : -1
}

/** `from` is behind `ESC [`. */
function endOfControl(text: string, from: number, longest: number): number {
  const isPrivate = text.charCodeAt(from) === question
  let at = isPrivate ? from + 1 : from
  let number = 0
  let digits = 0
  for (const last = from + longest; at < last; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zero && code < zero + 10) {
      number = number * 10 + code - zero
      digits += 1
      if (digits > 4) return -1
      continue
    }
    if (isPrivate && isReporting[number] === 1) return -1
    if (code !== semicolon && code !== colon) return (isPrivate ? privateFinals : finals)[code] === 1 ? at + 1 : -1
    number = 0
    digits = 0
  }
  return -1
}
