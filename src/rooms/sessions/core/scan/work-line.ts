// A line that a client shows only while it works: it tells at once what the movement of its screen tells after seconds.
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { secondMs } from '#base/time.ts'
import type { ScreenVerdict } from './screen.ts'
import { screenTypeOf, type ScreenOwner } from './screen-type.ts'
import type { Session } from '../../contract.ts'

/** Lines with something in them, counted from the end of a screen: what is above is the conversation, which may quote anything. */
const lastLines = 14
/** A line that is away for less was only drawn anew, or outlives the turn by a moment. */
const awayMs = 500
/** A screen without the line that draws nothing this long waits. */
const quietMs = secondMs

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
  return workLineOf(record) !== null
}

export function judgeLine(before: LineTrack | null, record: DrawnBy, look: LineLook): LineJudgement {
  const { state, state_since: stateSince } = record.session
  const { screen, atMs, drawnMs } = look
  const known = before?.stateSince === stateSince ? before : null
  const isThere = isOn(screen, workLineOf(record))
  const sinceMs = known?.isThere === isThere ? known.sinceMs : atMs
  const wasThere = isThere || known?.wasThere === true
  const wasAway = known !== null && (known.wasAway || (!known.isThere && atMs - known.sinceMs >= awayMs))
  const track = { stateSince, isThere, sinceMs, wasThere, wasAway }
  const works = state === 'awaiting_review' && isThere && wasAway
  const isLeft = state === 'running' && !isThere && wasThere
  const waits = isLeft && atMs - Math.max(sinceMs, drawnMs) >= quietMs
  return { track, verdict: works ? 'working' : waits ? 'waiting' : null, isUndecided: isLeft && !waits }
}

function workLineOf(record: ScreenOwner): RegExp | null {
  return terminalAdapterOf(screenTypeOf(record))?.animation?.workLine ?? null
}

function isOn(screen: string, line: RegExp | null): boolean {
  const written = screen.split('\n').filter((each) => each.trim() !== '')
  return line !== null && written.slice(-lastLines).some((each) => line.test(each))
}
