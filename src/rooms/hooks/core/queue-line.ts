// The lines of hook-queue.jsonl and hook-dead-letters.jsonl: what to do with one, and how the next one reads.
import { fromIso, toIso } from '#base/time.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import type { Refusal, RefusalCode } from '#platform/contract.ts'
import { queuedEventSchema } from '../contract.ts'
import { parseReport } from './parse-report.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'

/** Failed deliveries after which an event is a dead letter (specification, 'Limits'). */
export const maxTries = 5

/** A line this long is no event: ingest takes no body over 1 MiB either. */
export const lineLimitBytes = 1024 * 1024

/** Characters of an unreadable line that its dead letter keeps. */
const keptOfBadLine = 1000

type Fields = Readonly<Record<string, unknown>>

export type QueueLine =
  | {
      readonly kind: 'event'
      readonly fields: Fields
      readonly report: AgentReport
      readonly tries: number
      /** What stands before it in its line: the beginning of another event, whose write found no room. */
      readonly cut?: string
    }
  /** Never deliverable: straight to the dead letters. */
  | { readonly kind: 'dead'; readonly fields: Fields; readonly error: string }
  /** Blank, or done and crossed out. */
  | { readonly kind: 'nothing' }

/** A line that begins with this was dealt with; one byte marks it, so that a crash can't leave half a mark. */
export const doneMark = '#'

export function readQueueLine(text: string): QueueLine {
  const line = text.trim()
  if (line === '' || line.startsWith(doneMark)) return { kind: 'nothing' }
  const fields = parseObject(line)
  if (fields === null) return afterCut(line) ?? { kind: 'dead', fields: badLine(line), error: 'is not a JSON object' }
  const report = parseReport(fields)
  if (!report.ok) return { kind: 'dead', fields, error: report.error.reason }
  const { at, tries = 0 } = queuedEventSchema.parse(fields)
  return { kind: 'event', fields, report: { ...report.value, firedAt: readTime(at) }, tries }
}

/** Why the dead letter of a `cut` is one. */
export const cutShort = 'was cut short: its disk was full'

/**
 * On a full disk a line may end in its middle and without its line end, and the next one then follows in the same line. Every
 * line of ours begins so, and no text within one holds this: quotes in it are escaped. Null where no whole event follows.
 */
function afterCut(line: string): QueueLine | null {
  const start = line.lastIndexOf('{"tmux_session":')
  if (start <= 0) return null
  const read = readQueueLine(line.slice(start))
  return read.kind === 'event' ? { ...read, cut: line.slice(0, start) } : null
}

/** Seconds since the epoch or a time as text; null for anything that is no time. */
function readTime(at: string | number | undefined): string | null {
  const epochMs = typeof at === 'number' ? at * 1000 : fromIso(at ?? '')
  return Math.abs(epochMs) < latestMs ? toIso(epochMs) : null
}

/** Beyond this no time can be written as text (ECMAScript, time values). */
const latestMs = 8.64e15

/** What the dead letter of an unreadable line holds of it. */
export function badLine(line: string): Fields {
  return { line: line.slice(0, keptOfBadLine).toWellFormed() }
}

/** The event as a queue line after its `tries`-th failure. */
export function retryLine(fields: Fields, tries: number): string {
  return `${JSON.stringify({ ...fields, tries })}\n`
}

export type DeadLetter = { readonly fields: Fields; readonly error: string; readonly at: string }

/** `dead_at` is when it was given up, beside the `at` of the event itself. */
export function deadLetterLine({ fields, error, at }: DeadLetter): string {
  return `${JSON.stringify({ ...fields, error, dead_at: at })}\n`
}

/** What a refusal of the sessions room means to a queued event. */
export function verdictOn(error: RefusalCode): 'hopeless' | 'failure' | 'later' {
  if (error === 'invalid_request') return 'hopeless'
  // The service ends: that says nothing about the event.
  return error === 'stopping' ? 'later' : 'failure'
}

export function describeRefusal({ error, reason }: Refusal): string {
  return `${error}: ${reason}`
}

function parseObject(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(wellFormedJson(line))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
