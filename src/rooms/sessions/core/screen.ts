// What a client's screen tells beside its hooks: a screen that moves is at work, one that stands still waits for a person.
import { fromIso, secondMs } from '#base/time.ts'
import type { SessionRecord } from './record.ts'
import type { OwnReport } from './turn-end.ts'

type Animation = {
  /** Output above which the client works; what asks or waits stays well below it. */
  readonly busyBytesPerSecond: number
  /** Output up to which the screen stands still: a notice that goes by itself is no sign of work. */
  readonly stillBytesPerSecond: number
}

/**
 * Clients known to move their screen all the time that they work, by the agent type of their hooks, each as it was measured.
 *
 * Claude Code 2.1.328: 207 to 500 bytes a second while the model or a tool works, with never more than half a second
 * between two writes; 40 to 80 while a dialog asks, for a dot that blinks; nothing at its prompt, but for a line now and
 * then and 32 bytes five seconds after Esc or Ctrl+C. No other client was measured.
 */
const animations: Readonly<Record<string, Animation>> = {
  'code-agent': { busyBytesPerSecond: 140, stillBytesPerSecond: 35 },
}
const unknown: Animation = { busyBytesPerSecond: Number.POSITIVE_INFINITY, stillBytesPerSecond: 0 }

/** Looks in a row, a second apart, at which a screen moved: two seconds lie between the first and the last. */
const busyLooks = 3
/** A screen that stands still this long waits. */
const stillMs = 5 * secondMs
/** Echoes of keys are output too. tmux tells the time of the last key in whole seconds. */
const typingMs = busyLooks * secondMs + secondMs

/** Between two looks: `busy` is the work of an animated client, `little` anything less. */
export type Motion = 'busy' | 'little' | 'none'

/** What is remembered of a screen from look to look. */
export type ScreenTrack = {
  /** When the state was entered that the track is about: what a change of state draws is no sign. */
  readonly stateSince: string
  readonly busyLooks: number
  readonly stillSinceMs: number
}

/** What a look says; `working` is to be believed only when nobody types. */
export type ScreenVerdict = 'working' | 'waiting' | null

/** Whether the session's screen tells what its hooks do not. */
export function isTellingScreen({ client, session }: SessionRecord): boolean {
  if (client?.screen == null || !Object.hasOwn(animations, client.screen) || session.tmux_alive !== true) return false
  return session.state === 'running' || session.state === 'awaiting_review'
}

/** The motion that `bytes` of output within `elapsedMs` are for this client. */
export function motionOf(bytes: number, elapsedMs: number, { client }: SessionRecord): Motion {
  const { busyBytesPerSecond, stillBytesPerSecond } = animations[client?.screen ?? ''] ?? unknown
  const perSecond = (bytes * secondMs) / elapsedMs
  if (perSecond <= stillBytesPerSecond) return 'none'
  return perSecond >= busyBytesPerSecond ? 'busy' : 'little'
}

export type ScreenLook = { readonly motion: Motion; readonly atMs: number }

export function judgeScreen(
  track: ScreenTrack | null,
  { session }: SessionRecord,
  { motion, atMs }: ScreenLook,
): { readonly track: ScreenTrack; readonly verdict: ScreenVerdict } {
  const stateSince = session.state_since
  if (track?.stateSince !== stateSince) {
    return { track: { stateSince, busyLooks: 0, stillSinceMs: atMs }, verdict: null }
  }
  const next: ScreenTrack = {
    stateSince,
    busyLooks: motion === 'busy' ? track.busyLooks + 1 : 0,
    // A hook is a sign of life as good as output.
    stillSinceMs: motion === 'none' ? Math.max(track.stillSinceMs, fromIso(session.last_activity)) : atMs,
  }
  const waits = session.state === 'running' && atMs - next.stillSinceMs >= stillMs
  const works = session.state === 'awaiting_review' && next.busyLooks >= busyLooks
  return { track: next, verdict: waits ? 'waiting' : works ? 'working' : null }
}

/** Whether a key was typed so short a time ago that it may be what moves the screen. */
export function isTyping(typedMs: number, nowMs: number): boolean {
  return nowMs - typedMs < typingMs
}

export const screenReports: Readonly<Record<NonNullable<ScreenVerdict>, OwnReport>> = {
  working: { event: 'hook.to_running', metadata: 'its screen moves' },
  waiting: { event: 'hook.to_review', metadata: 'its prompt is quiet' },
}
