// What a client's screen tells beside its hooks: a screen that moves is at work, one that stands still waits for a person.
import type { Animation } from '#base/harness/adapter.ts'
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { fromIso, secondMs } from '#base/time.ts'
import type { Session } from '../../contract.ts'
import { livesHere } from '../lives-here.ts'
import { conversationResumed } from '../start/conversation.ts'
import type { SessionRecord } from '../record.ts'
import { screenTypeOf, type ScreenOwner } from './screen-type.ts'
import type { OwnReport } from './turn-end.ts'

const unknown: Animation = { busyBytesPerSecond: Number.POSITIVE_INFINITY, stillBytesPerSecond: 0 }

/** Looks in a row, a second apart, at which a screen moved: two seconds lie between the first and the last. */
const busyLooks = 3
/** A screen that stands still this long waits. */
const stillMs = 5 * secondMs
/** A client that was launched with a prompt takes it up by then, also where it loads much first: else it asks something. */
const loadingMs = 20 * secondMs
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
  /** Whether anything was drawn: a client that only loads draws nothing yet. */
  readonly hasDrawn: boolean
  /** Whether it stood less than busy once: only then does a screen that also moves while it asks tell that it goes on. */
  readonly hasRested: boolean
}

/** What a look says; `working` is to be believed only when nobody types. */
export type ScreenVerdict = 'working' | 'waiting' | null

/** What a judgement needs to know of the session that draws there; a record of a session has it all. */
export type DrawnBy = ScreenOwner & {
  readonly session: Pick<Session, 'state' | 'state_since' | 'last_activity' | 'prompt' | 'cause'>
}

/** Whether the session's screen tells what its hooks do not. */
export function isTellingScreen(record: SessionRecord): boolean {
  const { session } = record
  if (!movesAtWork(record) || session.tmux_alive !== true || !livesHere(session)) return false
  return session.state === 'running' || session.state === 'awaiting_review'
}

/** Whether a client draws there that moves its screen all the time that it works. */
export function movesAtWork(record: ScreenOwner): boolean {
  return animationOf(record) !== null
}

/** Of the client that draws there, which moves its screen all the time that it works; null for any other. */
function animationOf(record: ScreenOwner): Animation | null {
  return terminalAdapterOf(screenTypeOf(record))?.animation ?? null
}

/** The motion that `bytes` of output within `elapsedMs` are for this client. */
export function motionOf(bytes: number, elapsedMs: number, record: ScreenOwner): Motion {
  const { busyBytesPerSecond, stillBytesPerSecond } = animationOf(record) ?? unknown
  const perSecond = (bytes * secondMs) / elapsedMs
  if (perSecond <= stillBytesPerSecond) return 'none'
  return perSecond >= busyBytesPerSecond ? 'busy' : 'little'
}

export type ScreenLook = {
  readonly motion: Motion
  readonly atMs: number
  /** Whether anything stands there; asked only where `isMaybeBlank`. Default: not known. */
  readonly showsText?: boolean
}

/** Whether nothing was seen to be drawn: all of it may have come before the first look, as on a busy machine. */
export function isMaybeBlank(track: ScreenTrack | null, { client, session }: DrawnBy, motion: Motion): boolean {
  if (client !== null || motion !== 'none') return false
  return track?.stateSince !== session.state_since || !track.hasDrawn
}

export function judgeScreen(
  track: ScreenTrack | null,
  record: DrawnBy,
  { motion, atMs, showsText = false }: ScreenLook,
): { readonly track: ScreenTrack; readonly verdict: ScreenVerdict } {
  const { session, client } = record
  const stateSince = session.state_since
  const draws = client !== null || motion !== 'none' || showsText
  if (track?.stateSince !== stateSince) {
    return {
      track: { stateSince, busyLooks: 0, stillSinceMs: atMs, hasDrawn: draws, hasRested: false },
      verdict: null,
    }
  }
  const next: ScreenTrack = {
    stateSince,
    busyLooks: motion === 'busy' ? track.busyLooks + 1 : 0,
    // A hook is a sign of life as good as output.
    stillSinceMs: motion === 'none' ? Math.max(track.stillSinceMs, fromIso(session.last_activity)) : atMs,
    hasRested: track.hasRested || motion !== 'busy',
    hasDrawn: track.hasDrawn || draws,
  }
  const patienceMs = patienceWith(record)
  const waits = session.state === 'running' && next.hasDrawn && atMs - next.stillSinceMs >= patienceMs
  const tells = next.hasRested || animationOf(record)?.movesWhileAsking !== true
  const works = session.state === 'awaiting_review' && tells && next.busyLooks >= busyLooks
  return { track: next, verdict: waits ? 'waiting' : works ? 'working' : null }
}

function patienceWith(record: DrawnBy): number {
  const { prompt, cause } = record.session
  if (record.client !== null || prompt === '' || cause?.metadata === conversationResumed) return stillMs
  return animationOf(record)?.isHeardFirst === true ? Number.POSITIVE_INFINITY : loadingMs
}

/** Whether a key was typed so short a time ago that it may be what moves the screen. */
export function isTyping(typedMs: number, nowMs: number): boolean {
  return nowMs - typedMs < typingMs
}

export const screenReports: Readonly<Record<NonNullable<ScreenVerdict>, OwnReport>> = {
  working: { event: 'hook.to_running', metadata: 'its screen moves' },
  waiting: { event: 'hook.to_review', metadata: 'its prompt is quiet' },
}
