// Time arithmetic on milliseconds since the epoch. The clock itself comes in as an argument.

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The last answer of `toIso`: what happens together has one time, and is asked for it by the thousand. */
let lastMs = Number.NaN
let lastText = ''
/** The second of the last answer, up to its milliseconds: to write a date anew takes several times as long. */
let lastSecond = Number.NaN
let upToMs = ''

/** Milliseconds since the epoch as ISO 8601 UTC with milliseconds, the wire's form of every time. Throws for what is no time. */
export function toIso(epochMs: number): string {
  if (epochMs === lastMs) return lastText
  const wholeMs = Math.trunc(epochMs)
  const second = Math.floor(wholeMs / secondMs)
  if (second !== lastSecond) {
    upToMs = new Date(second * secondMs).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  const ms = wholeMs - second * secondMs
  lastText = `${upToMs}${String(ms).padStart(3, '0')}Z`
  lastMs = epochMs
  return lastText
}

/** The inverse of `toIso`; NaN for text that is no time. */
export function fromIso(iso: string): number {
  return Date.parse(iso)
}
