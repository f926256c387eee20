// Hides values in what a program wrote: whole ones, ones that are cut between two parts, and ones that a terminal broke by lines,
// colours or movements of the cursor. What is hidden keeps its width, so that a screen keeps its shape.

/** The values as they are looked for: without what a terminal takes for itself, and in the writings that tools print them in. */
export type Needles = readonly string[]

/** What was seen of a stream, and what of it waits for more. */
export type MaskState = {
  /** The end of what was let through. */
  readonly before: string
  /** As it came: it may be the beginning of a value. */
  readonly held: string
}

export const nothingSeen: MaskState = { before: '', held: '' }

/** A value that begins like this is waited for: fewer characters are let through, so that what a person types is not held up. */
const tellingLength = 4
/** Longest that is held: a program that writes nothing but movements of the cursor gets no further. */
const longestHeld = 65_536
/** Lines of a value that are looked for by themselves. */
const shortestLine = 12
const hidden = '*'

export function needlesOf(values: readonly string[]): Needles {
  const writings = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    ...value.split('\n').filter((line) => line.trim().length >= shortestLine),
  ])
  const seen = writings
    .map((writing) => significantOf(writing.trim()).text)
    .filter((text) => text.length >= tellingLength)
  return [...new Set(seen)].toSorted((one, other) => other.length - one.length)
}

/** The next part of a stream: what may be let through, and what was seen. */
export function maskPart(
  needles: Needles,
  { before, held }: MaskState,
  part: string,
): { readonly out: string; readonly state: MaskState } {
  const raw = held + part
  const { text: bare, at } = significantOf(raw)
  const whole = before + bare
  const hits = hitsIn(needles, whole)
  const shown = masked(raw, placesOf(at, hits, before.length))
  const from = whole.length - tailOf(needles, whole.slice((hits.at(-1) ?? -1) + 1))
  if (whole.length - from < tellingLength) return { out: shown, state: { before: lastOf(whole), held: '' } }
  if (raw.length > longestHeld) {
    const rest = at.slice(Math.max(0, from - before.length))
    return { out: masked(shown, rest), state: { before: lastOf(whole), held: '' } }
  }
  if (from < before.length) return { out: '', state: { before, held: raw } }
  const cut = at[from - before.length] ?? raw.length
  return { out: shown.slice(0, cut), state: { before: lastOf(whole.slice(0, from)), held: raw.slice(cut) } }
}

/** The end of a stream: the beginning of a value that never came whole is hidden, too. */
export function maskEnd({ held }: MaskState): string {
  return masked(held, significantOf(held).at)
}

const lastOf = (text: string): string => text.slice(1 - tellingLength)

/** Places of characters in a text that stands behind `offset` others, which have gone already. */
function placesOf(at: readonly number[], hits: readonly number[], offset: number): number[] {
  return hits.flatMap((hit) => at[hit - offset] ?? [])
}

/** Every character of every value, in the order of the text. */
function hitsIn(needles: Needles, text: string): number[] {
  const hits = new Set<number>()
  for (const needle of needles)
    for (let from = text.indexOf(needle); from !== -1; from = text.indexOf(needle, from + 1))
      for (let index = from; index < from + needle.length; index++) hits.add(index)
  return [...hits].toSorted((one, other) => one - other)
}

/** How long the longest end of the text is that a value begins with. */
function tailOf(needles: Needles, text: string): number {
  const lengths = needles.map((needle) => {
    for (let length = Math.min(needle.length - 1, text.length); length > 0; length--)
      if (text.endsWith(needle.slice(0, length))) return length
    return 0
  })
  return Math.max(0, ...lengths)
}

function masked(text: string, places: readonly number[]): string {
  if (places.length === 0) return text
  const characters = text.split('')
  for (const place of places) characters[place] = hidden
  return characters.join('')
}

/** Escape sequences and control characters of a terminal: none of them is seen, and any may stand within a value. */
const esc = '\u001B'
const gaps = new RegExp(
  [
    `${esc}\\[[0-?]*[ -/]*(?:[@-~]|$)`,
    `${esc}[\\]PX^_][^\u0007${esc}]*(?:\u0007|${esc}\\\\|$)`,
    `${esc}[ -/]*(?:[0-~]|$)`,
    '\\p{Cc}',
  ].join('|'),
  'gu',
)

/** The characters that are seen, and where each stands. */
function significantOf(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at: number[] = []
  let bare = ''
  let from = 0
  const take = (to: number): void => {
    bare += text.slice(from, to)
    for (let index = from; index < to; index++) at.push(index)
  }
  for (const gap of text.matchAll(gaps)) {
    take(gap.index)
    from = gap.index + gap[0].length
  }
  take(text.length)
  return { text: bare, at }
}
