// Time arithmetic on milliseconds since the epoch. The clock itself comes in as an argument.

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Milliseconds since the epoch as ISO 8601 UTC with milliseconds, the wire's form of every time. */
export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** The inverse of `toIso`; NaN for text that is no time. */
export function fromIso(iso: string): number {
  return Date.parse(iso)
}
