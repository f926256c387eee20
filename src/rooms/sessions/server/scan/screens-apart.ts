// Judges screens of runs whose records are kept elsewhere, as by the daemon of a device, as those of this service are judged.
import { secondMs, toIso } from '#base/time.ts'
import type { MachineEvent, SessionState } from '../../contract.ts'
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
  /** Others are forgotten. */
  keepOnly(ids: ReadonlySet<string>): void
}

export type ScreensApartParts = {
  /** Whether Claude Code was told not to animate; then no screen of it is taken for quiet. */
  readonly isMotionReduced: () => Promise<boolean>
}

type Known = {
  readonly state: SessionState
  readonly sinceMs: number
  readonly heardMs: number
  readonly isHeard: boolean
  readonly lookedMs: number | null
  readonly track: ScreenTrack | null
}

/** A run that is older when it is first seen was found again: it spoke before. */
const freshMs = 20 * secondMs

export function createScreensApart({ isMotionReduced }: ScreensApartParts): ScreensApart {
  const known = new Map<string, Known>()

  function of(run: RunApart, atMs: number): Known {
    const isHeard = atMs - run.beganMs > freshMs
    return known.get(run.id) ?? { state: 'running', sinceMs: atMs, heardMs: atMs, isHeard, lookedMs: null, track: null }
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
      if (verdict === 'working' && (await isTyped(typedMs, atMs))) return null
      // What its hooks said meanwhile counts more.
      if (known.get(run.id)?.heardMs !== before.heardMs) return null
      const report = screenReports[verdict]
      heard(run, [report.event], atMs)
      return report
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
