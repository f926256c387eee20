// When a device counts as online, how often it has to say so, and when a connection is given up. Milliseconds throughout.
import { secondMs } from '#base/time.ts'

/** Without a heartbeat for so long a device is offline. */
export const offlineAfterMs = 45 * secondMs
/** Without an acknowledgement for so long a daemon dials anew: one direction may be dead while the other works. */
export const ackTimeoutMs = 40 * secondMs
/** A wall clock that moves this much more than time passed tells that the machine slept: no close ever comes of that. */
const sleepJumpMs = 15 * secondMs

const usualIntervalMs = 15 * secondMs
/** Devices that pair together would otherwise beat together for ever. */
const spread = 0.2
/** Heartbeats of all devices together. */
const mostPerSecond = 50

/** How often a device says that it lives, when `devices` of them do; `random` is from 0 to below 1. */
export function heartbeatInterval(devices: number, random: number): number {
  const even = Math.max(usualIntervalMs, (devices / mostPerSecond / (1 - spread)) * secondMs)
  return Math.round(even * (1 - spread + 2 * spread * random))
}

/** Whether a device whose last heartbeat came at `lastMs` is offline now. */
export function isOffline(lastMs: number, nowMs: number): boolean {
  return nowMs - lastMs >= offlineAfterMs
}

/** `waitingSinceMs`: when the oldest heartbeat that waits for its acknowledgement was sent; null when none does. */
export function isAckOverdue(waitingSinceMs: number | null, nowMs: number, timeoutMs: number = ackTimeoutMs): boolean {
  return waitingSinceMs !== null && nowMs - waitingSinceMs >= timeoutMs
}

/** A moment by the clock on the wall, and by time that passes evenly. */
export type Moment = { readonly wallMs: number; readonly passedMs: number }

/** Whether the machine or this process slept between two looks, or somebody set its clock: the connection is worth a look then. */
export function hasSlept(before: Moment, now: Moment): boolean {
  const wall = now.wallMs - before.wallMs
  const passed = now.passedMs - before.passedMs
  return Math.abs(wall - passed) >= sleepJumpMs || passed >= sleepJumpMs
}
