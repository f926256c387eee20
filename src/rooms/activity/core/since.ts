// A time as a person says it: so long ago, or when.
import { dayMs, fromIso, hourMs, minuteMs, toIso } from '#base/time.ts'

const units: Readonly<Record<string, number>> = { m: minuteMs, min: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs }

/** `90m`, `2h`, `3d`, `1w` before now, or a date with or without a time; undefined for anything else. */
export function saidTime(said: string, nowMs: number): string | undefined {
  const { count, unit } = /^(?<count>\d{1,6}) ?(?<unit>m|min|h|d|w)$/.exec(said)?.groups ?? {}
  const ms =
    unit === undefined ? fromIso(/^\d{4}-\d\d-\d\d/.test(said) ? said : '') : nowMs - Number(count) * (units[unit] ?? 0)
  return Number.isNaN(ms) || Math.abs(ms) > latestMs ? undefined : toIso(ms)
}

/** The last moment that a time on the wire can name. */
const latestMs = fromIso('9999-12-31T23:59:59.999Z')
