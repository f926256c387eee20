// Time arithmetic on milliseconds since the epoch. The clock itself comes in as an argument.

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The last answer of `toIso`: what happens together has one time, and is asked for it by the thousand. */
let lastMs = Number.NaN
let lastText = ''

/** Milliseconds since the epoch as ISO 8601 UTC with milliseconds, the wire's form of every time. */
export function toIso(epochMs: number): string {
  if (epochMs === lastMs) return lastText
  lastText = new Date(epochMs).toISOString()
  lastMs = epochMs
  return lastText
}

/** The inverse of `toIso`; NaN for text that is no time. */
export function fromIso(iso: string): number {
  return Date.parse(iso)
}
