// A stop that is under way: what follows from the processes that are left of the session, and when.
import { fromIso, secondMs } from '#base/time.ts'
import type { Stopping } from '../../contract.ts'

/** What answers Ctrl+C at all has ended by then. */
export const forceOfferedAfterMs = 10 * secondMs
/** How long a program may take to end after TERM. */
export const killAfterMs = 5 * secondMs

/** What is there so long after TERM was sent has got KILL more than once: no signal reaches it. */
const stuckAfterMs = 3 * killAfterMs

/** Whether force still has its time, by the time since TERM. */
export function forceStage(sinceTermMs: number): 'under_way' | 'stuck' {
  return sinceTermMs < stuckAfterMs ? 'under_way' : 'stuck'
}

/** A process that goes on although its session was stopped. */
export type LeftProcess = {
  readonly pid: number
  readonly parentPid: number
  readonly name: string
  /** The script of ours around the program, which nobody knows by its name. */
  readonly isWrapper?: boolean
}

/**
 * `asked`: Ctrl+C was sent, and is given time. `goes_on`: it had its time, Force stop is offered. `forced`: TERM was sent,
 * KILL follows.
 */
export type StopStage = 'asked' | 'goes_on' | 'forced'

export function stopStage({ since, forced_at: forcedAt }: Stopping, nowMs: number): StopStage {
  if (forcedAt !== null) return 'forced'
  return hasPassed(since, forceOfferedAfterMs, nowMs) ? 'goes_on' : 'asked'
}

/** Whether keys go on asking it to end: for 10 s after it was asked, and after it was asked again. */
export function isPressedOn({ since, asked_at: askedAt, forced_at: forcedAt }: Stopping, nowMs: number): boolean {
  return forcedAt === null && !hasPassed(askedAt ?? since, forceOfferedAfterMs, nowMs)
}

/** Soon enough for an eye that waits. */
const lookMs = 500
/** What goes on although it had its time waits for a person, and may do so for days. */
const restingLookMs = 2000

/** How long after the last look the processes of a stop are looked at again. */
export function lookAgainMs(stopping: Stopping, nowMs: number): number {
  const waitsForAPerson = stopStage(stopping, nowMs) === 'goes_on' && stopping.left !== null
  return waitsForAPerson && !isPressedOn(stopping, nowMs) ? restingLookMs : lookMs
}

export type StopStep =
  | { readonly kind: 'wait' }
  /** Nothing of it is left. */
  | { readonly kind: 'gone' }
  /** What is left has another name than what was said of it. */
  | { readonly kind: 'tell'; readonly left: string }
  | { readonly kind: 'kill' }

export function nextStopStep(
  stopping: Stopping,
  { left, nowMs }: { readonly left: readonly LeftProcess[]; readonly nowMs: number },
): StopStep {
  if (left.length === 0) return { kind: 'gone' }
  const { forced_at: forcedAt } = stopping
  if (forcedAt !== null && hasPassed(forcedAt, killAfterMs, nowMs)) return { kind: 'kill' }
  const stage = stopStage(stopping, nowMs)
  // Once is enough of a program that goes on: a build changes its processes all the time.
  const isTold = stage === 'asked' || (stage === 'goes_on' && stopping.left !== null)
  const named = nameOfLeft(left)
  return isTold || named === stopping.left ? { kind: 'wait' } : { kind: 'tell', left: named }
}

/** A time to come was written while the clock was ahead: it counts as passed. */
function hasPassed(at: string, ms: number, nowMs: number): boolean {
  const sinceMs = nowMs - fromIso(at)
  return sinceMs >= ms || sinceMs < 0
}

/** `node`, `node and a child`, `node and 2 children`: by the one that started the others. */
export function nameOfLeft(all: readonly LeftProcess[]): string {
  const programs = all.filter(({ isWrapper }) => isWrapper !== true)
  const left = programs.length === 0 ? all : programs
  const pids = new Set(left.map(({ pid }) => pid))
  const [first, ...others] = left.filter(({ parentPid }) => !pids.has(parentPid))
  const more = left.length - 1
  const name = first?.name ?? left[0]?.name ?? ''
  if (more === 0) return name
  if (others.length > 0) return `${name} and ${more} more`
  return `${name} and ${more === 1 ? 'a child' : `${more} children`}`
}
