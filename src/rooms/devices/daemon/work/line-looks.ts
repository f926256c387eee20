// Looks at the text of a run's screen as soon as it drew something: some clients show a line only while they work.
import type { Timers } from '#platform/server/timers.ts'
import { createDrawnScreens, type SeenScreen } from '#platform/server/tmux/drawn-screens.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import type { JudgeScreens, ScreenReport, WatchedScreen } from './terminals.ts'

export type LineLooksParts = {
  readonly book: RunBook
  readonly timers: Timers
  readonly tmux: Pick<Tmux, 'screens'>
  readonly screens: JudgeScreens
  readonly isTelling: (run: KeptRun) => boolean
  readonly tell: (run: KeptRun, report: ScreenReport) => Promise<void>
  readonly onError: (error: unknown) => void
}

export interface LineLooks extends AsyncDisposable {
  /** Something is new there: it drew, or its hooks spoke. One that just began is looked at from then on. */
  drew(run: KeptRun): void
  /** Others are looked at no more. */
  keepOnly(runs: readonly KeptRun[]): void
}

export function createLineLooks(parts: LineLooksParts): LineLooks {
  const { book, timers, tmux, screens, isTelling, tell, onError } = parts
  const known = new Map<string, KeptRun>()
  const drawn = createDrawnScreens({
    tmux,
    timers,
    terminalOf: (id) => known.get(id)?.terminal?.id ?? null,
    paceMs: (id) => paceOf(id) ?? 0,
    judge,
    onError,
  })

  function paceOf(id: string): number | null {
    const run = known.get(id)
    return run === undefined ? null : screens.paceMs(watched(run))
  }

  async function judge(id: string, seen: SeenScreen): Promise<boolean> {
    const before = known.get(id)
    const run = before === undefined ? null : book.get(before)
    if (run === null || !isTelling(run)) return false
    const { report, isUndecided } = screens.seen(watched(run), seen)
    if (report !== null) await tell(run, report)
    return isUndecided
  }

  return {
    drew(run) {
      if (isTelling(run)) known.set(run.run_id, run)
      if (paceOf(run.run_id) !== null) drawn.drew(run.run_id)
    },
    keepOnly(runs) {
      known.clear()
      for (const run of runs) known.set(run.run_id, run)
      drawn.keepOnly(new Set(known.keys()))
    },
    [Symbol.asyncDispose]: () => drawn[Symbol.asyncDispose](),
  }
}

export function watched({ run_id: id, start: { harness, prompt }, began_ms: beganMs }: KeptRun): WatchedScreen {
  return { id, harness, prompt, beganMs }
}
