// What a line of the log file says: pino's JSON in, a row out.
import { toIso } from '#base/time.ts'
import type { LogLevel, ServiceLogRow } from '../contract.ts'

/** Where a line begins: the number of its file and a byte in that. */
export type LogPlace = { readonly part: number; readonly offset: number }

/** As cursors and ids write it. */
export function placeText({ part, offset }: LogPlace): string {
  return `${part}.${offset}`
}

/** Null for a text that no answer gave. */
export function parsePlace(text: string): LogPlace | null {
  const found = /^(?<part>\d{1,12})\.(?<offset>\d{1,15})$/.exec(text)?.groups
  return found === undefined ? null : { part: Number(found.part), offset: Number(found.offset) }
}

/** Null for what is no line of our log: one that a crash cut in two, or that somebody else wrote. */
export function rowOf(line: string, place: LogPlace): ServiceLogRow | null {
  const entry = parse(line)
  if (entry === null || !isMoment(entry.time)) return null
  const { level, time, msg, pid: _pid, hostname: _hostname, err, ...fields } = entry
  return {
    id: placeText(place),
    at: toIso(time),
    level: levelOf(level),
    message: typeof msg === 'string' ? msg : '',
    fields,
    stack: stackOf(err),
  }
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** The furthest moment that a date can name, in milliseconds. */
const furthestMs = 8.64e15

function isMoment(time: unknown): time is number {
  return typeof time === 'number' && Math.abs(time) <= furthestMs
}

/** pino's numbers: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
function levelOf(level: unknown): LogLevel {
  const number = Number(level)
  if (number >= 50) return 'error'
  if (number >= 40) return 'warn'
  return number >= 30 ? 'info' : 'debug'
}

function stackOf(err: unknown): string | null {
  if (typeof err !== 'object' || err === null) return null
  return 'stack' in err ? String(err.stack) : JSON.stringify(err)
}

/** `port=7420 reason="taken"`, on one line. */
export function fieldsInWords(fields: ServiceLogRow['fields']): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${short(value)}`)
    .join(' ')
}

function short(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:@-]+$/.test(value)) return value
  return JSON.stringify(value) ?? 'undefined'
}
