// A line that a client shows only while it works: it tells at once what the movement of its screen tells after seconds.
import type { Animation, RestingScreen } from '#base/harness/adapter.ts'
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { secondMs } from '#base/time.ts'
import type { ScreenVerdict } from './screen.ts'
import { screenTypeOf, type ScreenOwner } from './screen-type.ts'
import type { Session } from '../../contract.ts'

/** Lines with something in them, counted from the end of a screen: what is above is the conversation, which may quote anything. */
const lastLines = 14
/** A line that is away for less was only drawn anew, or outlives the turn by a moment. */
const awayMs = 500
/** A screen without the line that draws nothing this long waits, also where it does not say so by itself. */
const quietMs = secondMs

const runningPaceMs = 150
const waitingPaceMs = 100
const firstPaceMs = 50

/** What is remembered from look to look. */
export type LineTrack = {
  /** When the state was entered that the track is about. */
  readonly stateSince: string
  readonly isThere: boolean
  /** Since when it is there, or is not. */
  readonly sinceMs: number
  /** Whether it stood there in this state. */
  readonly wasThere: boolean
  /** Whether it was away in this state, and not for a moment only. */
  readonly wasAway: boolean
  /** Whether it stood there at each look of this state. */
  readonly neverAway: boolean
  /** Since when the screen says by itself that the turn is over; null where it does not. */
  readonly restSinceMs: number | null
}

/** Times of a clock that nobody sets. */
export type LineLook = { readonly screen: string; readonly atMs: number; readonly drawnMs: number }

export type LineJudgement = {
  readonly track: LineTrack
  readonly verdict: ScreenVerdict
  /** Whether time alone may bring a verdict. */
  readonly isUndecided: boolean
}

type DrawnBy = ScreenOwner & { readonly session: Pick<Session, 'state' | 'state_since'> }

/** Whether a client draws there of which such a line is known. */
export function hasWorkLine(record: ScreenOwner): boolean {
  return animationOf(record)?.workLine !== undefined
}

/**
 * The least time between two looks at the text of a screen that goes on drawing: one that works draws all the time. Until its
 * line was seen the next look comes sooner: a turn may be broken off a moment after it began, and only a line that was seen is
 * missed.
 */
export function linePaceMs(session: Pick<Session, 'state' | 'state_since'> | null, track: LineTrack | null): number {
  if (session?.state !== 'running') return waitingPaceMs
  return track?.stateSince === session.state_since && track.wasThere ? runningPaceMs : firstPaceMs
}

export function judgeLine(before: LineTrack | null, record: DrawnBy, look: LineLook): LineJudgement {
  const { state, state_since: stateSince } = record.session
  const { screen, atMs, drawnMs } = look
  const known = before?.stateSince === stateSince ? before : null
  const animation = animationOf(record)
  const written = lastOf(screen)
  const isThere = isOn(written, animation?.workLine ?? null)
  const sinceMs = known?.isThere === isThere ? known.sinceMs : atMs
  const wasThere = isThere || known?.wasThere === true
  const wasAway = known !== null && (known.wasAway || (!known.isThere && atMs - known.sinceMs >= awayMs))
  const works = state === 'awaiting_review' && isThere && wasAway
  const isLeft = state === 'running' && !isThere && wasThere
  const rest = animation?.rest ?? null
  const restSinceMs = isLeft && rest !== null && saysRest(written, rest) ? (known?.restSinceMs ?? atMs) : null
  const isQuiet = atMs - Math.max(sinceMs, drawnMs) >= quietMs
  const isOver = restSinceMs !== null && rest !== null && atMs - restSinceMs >= rest.forMs
  const waits = isLeft && (isQuiet || isOver)
  const neverAway = isThere && known?.neverAway !== false
  const track = { stateSince, isThere, sinceMs, wasThere, wasAway, neverAway, restSinceMs }
  return { track, verdict: works ? 'working' : waits ? 'waiting' : null, isUndecided: isLeft && !waits }
}

/**
 * Whether a client that moves its screen while its hook asks still shows what it did when the state began: its line never went,
 * so that no movement tells that it goes on. A busy machine lets such a screen rest for a second as well. A dialog hides the
 * line, and who answers it at once leaves it away for a moment only.
 */
export function neverWent(track: LineTrack | null, record: DrawnBy): boolean {
  if (animationOf(record)?.movesWhileAsking !== true) return false
  return track !== null && track.stateSince === record.session.state_since && track.neverAway
}

function animationOf(record: ScreenOwner): Animation | null {
  return terminalAdapterOf(screenTypeOf(record))?.animation ?? null
}

function lastOf(screen: string): readonly string[] {
  return screen
    .split('\n')
    .filter((each) => each.trim() !== '')
    .slice(-lastLines)
}

function isOn(written: readonly string[], line: RegExp | null): boolean {
  return line !== null && written.some((each) => line.test(each))
}

function saysRest(written: readonly string[], { shows, unless }: RestingScreen): boolean {
  return shows.test(written.join('\n')) && !isOn(written, unless)
}
