// Judges screens of runs whose records are kept elsewhere, as by the daemon of a device, as those of this service are judged.
import { secondMs, toIso } from '#base/time.ts'
import type { MachineEvent, SessionState } from '../../contract.ts'
import type { SeenScreen } from '#platform/server/tmux/drawn-screens.ts'
import { nextState } from '../../core/machine.ts'
import {
  isTyping,
  judgeScreen,
  motionOf,
  movesAtWork,
  screenReports,
  type DrawnBy,
  type ScreenTrack,
} from '../../core/scan/screen.ts'
import { hasWorkLine, judgeLine, linePaceMs, neverWent, type LineTrack } from '../../core/scan/work-line.ts'
import type { OwnReport } from '../../core/scan/turn-end.ts'

/** A run in a terminal that a person may type into. */
export type RunApart = {
  readonly id: string
  readonly harness: string
  readonly prompt: string
  readonly beganMs: number
}

/** What was drawn since the look before; null where that is not known, as of output that was not read. */
export type DrawnSince = {
  readonly bytes: number | null
  readonly atMs: number
  /** When a key was last typed into its terminal, epoch milliseconds; null when that is not told. Asked only where it counts. */
  readonly typedMs: () => Promise<number | null>
}

export interface ScreensApart {
  /** Its hooks or its person reported this. */
  heard(run: RunApart, events: readonly MachineEvent[], atMs: number): void
  /** Null: no news. What it answers counts as heard. */
  look(run: RunApart, drawn: DrawnSince): Promise<OwnReport | null>
  /** What stands on its screen since it drew something. */
  seen(run: RunApart, screen: SeenScreen): SeenApart
  /** The least time between two looks at a screen that goes on drawing; null where nothing on it is known. */
  paceMs(run: RunApart): number | null
  /** Others are forgotten. */
  keepOnly(ids: ReadonlySet<string>): void
}

export type SeenApart = {
  /** Null: no news. What it tells counts as heard. */
  readonly report: OwnReport | null
  /** Whether time alone may bring news. */
  readonly isUndecided: boolean
}

export type ScreensApartParts = {
  /** Whether Claude Code was told not to animate; then no screen of it is taken for quiet. */
  readonly isMotionReduced: () => Promise<boolean>
  readonly now: () => number
}

type Known = {
  readonly state: SessionState
  readonly sinceMs: number
  readonly heardMs: number
  readonly isHeard: boolean
  readonly lookedMs: number | null
  readonly track: ScreenTrack | null
  readonly line: LineTrack | null
}

/** A run that is older when it is first seen was found again: it spoke before. */
const freshMs = 20 * secondMs

export function createScreensApart({ isMotionReduced, now }: ScreensApartParts): ScreensApart {
  const known = new Map<string, Known>()

  function of(run: RunApart, atMs: number): Known {
    const isHeard = atMs - run.beganMs > freshMs
    const fresh = { state: 'running', lookedMs: null, track: null, line: null } as const
    return known.get(run.id) ?? { ...fresh, sinceMs: atMs, heardMs: atMs, isHeard }
  }

  function heard(run: RunApart, events: readonly MachineEvent[], atMs: number): void {
    const before = of(run, atMs)
    let { state } = before
    for (const event of events) state = nextState(state, event) ?? state
    const sinceMs = state === before.state ? before.sinceMs : atMs
    known.set(run.id, { ...before, state, sinceMs, heardMs: atMs, isHeard: true })
  }

  return {
    heard,
    async look(run, { bytes, atMs, typedMs }) {
      const before = of(run, atMs)
      const { lookedMs } = before
      known.set(run.id, { ...before, lookedMs: bytes === null ? null : atMs })
      if (bytes === null || lookedMs === null || atMs <= lookedMs) return null
      const owner = drawnBy(run, before)
      if (!movesAtWork(owner)) return null
      const motion = motionOf(bytes, atMs - lookedMs, owner)
      const { track, verdict } = judgeScreen(before.track, owner, { motion, atMs })
      known.set(run.id, { ...before, lookedMs: atMs, track })
      if (verdict === null) return null
      if (verdict === 'waiting' && run.harness === 'code-agent' && (await isMotionReduced())) return null
      if (verdict === 'working' && (neverWent(before.line, owner) || (await isTyped(typedMs, atMs)))) return null
      // What its hooks said meanwhile counts more.
      if (known.get(run.id)?.heardMs !== before.heardMs) return null
      const report = screenReports[verdict]
      heard(run, [report.event], atMs)
      return report
    },
    seen(run, screen) {
      const nowMs = now()
      const before = of(run, nowMs)
      const { track, verdict, isUndecided } = judgeLine(before.line, drawnBy(run, before), screen)
      known.set(run.id, { ...before, line: track })
      const report = verdict === null ? null : screenReports[verdict]
      if (report !== null) heard(run, [report.event], nowMs)
      return { report, isUndecided }
    },
    paceMs(run) {
      const before = of(run, now())
      const drawn = drawnBy(run, before)
      return hasWorkLine(drawn) ? linePaceMs(drawn.session, before.line) : null
    },
    keepOnly(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    },
  }
}

async function isTyped(typedMs: DrawnSince['typedMs'], atMs: number): Promise<boolean> {
  const at = await typedMs()
  return at === null || isTyping(at, atMs)
}

function drawnBy({ id, harness, prompt }: RunApart, { state, sinceMs, heardMs, isHeard }: Known): DrawnBy {
  return {
    runId: id,
    client: isHeard ? { screen: harness } : null,
    session: {
      state,
      state_since: toIso(sinceMs),
      last_activity: toIso(heardMs),
      prompt,
      cause: null,
      interactive: true,
      harness,
      agent_type: harness,
    },
  }
}
