// Looks at what the screens of this device's runs drew, once a second and when they drew, and tells what their hooks do not.
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { MachineEvent } from '#rooms/sessions/contract.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import { createLineLooks, watched } from './line-looks.ts'
import type { JudgeScreens, ScreenReport } from './terminals.ts'

export type ScreenLooksParts = {
  readonly book: RunBook
  readonly clock: Clock
  readonly tmux: Pick<Tmux, 'activity' | 'screens'>
  readonly timers: Timers
  readonly screens: JudgeScreens
  readonly onError: (error: unknown) => void
}

export interface ScreenLooks extends AsyncDisposable {
  /** So much of its output was read. */
  drew(run: KeptRun, bytes: number): void
  /** Its output is not read for now, so that its screen tells nothing. */
  notRead(runId: string): void
  /** Its hooks said so. */
  heard(run: KeptRun, events: readonly MachineEvent[]): void
  /** Looks at these. Never overlaps: one that comes meanwhile is left out. */
  look(open: readonly KeptRun[]): void
}

export function createScreenLooks(parts: ScreenLooksParts): ScreenLooks {
  const { book, clock, tmux, screens, onError } = parts
  /** Bytes since the last look; null: some were not read. */
  const drawn = new Map<string, number | null>()
  let isLooking = false
  const tell = tellIn(book)
  const lines = createLineLooks({ ...parts, isTelling, tell: (run, report) => tell(run, report, clock.now()) })

  async function lookAt(run: KeptRun, activity: () => ReturnType<Tmux['activity']>): Promise<void> {
    const bytes = drawn.get(run.run_id) ?? (drawn.has(run.run_id) ? null : 0)
    drawn.delete(run.run_id)
    const atMs = clock.now()
    const typedMs = async () => (await activity())?.get(run.terminal?.id ?? '')?.typedMs ?? null
    const report = await screens.look(watched(run), { bytes, atMs, typedMs })
    const now = book.get(run)
    // One that ended meanwhile has said all.
    if (report === null || now?.state !== 'running' || now.exit_code !== null) return
    await tell(run, report, atMs)
  }

  async function lookAtAll(open: readonly KeptRun[]): Promise<void> {
    const told = open.filter(isTelling)
    screens.keepOnly(new Set(told.map(({ run_id: id }) => id)))
    lines.keepOnly(told)
    for (const id of drawn.keys()) if (!told.some((run) => run.run_id === id)) drawn.delete(id)
    let activity: ReturnType<Tmux['activity']> | null = null
    for (const run of told) await lookAt(run, () => (activity ??= tmux.activity()))
  }

  return {
    drew(run, bytes) {
      const { run_id: runId } = run
      const before = drawn.get(runId) ?? (drawn.has(runId) ? null : 0)
      drawn.set(runId, before === null ? null : before + bytes)
      lines.drew(run)
    },
    notRead: (runId) => void drawn.set(runId, null),
    heard(run, events) {
      if (!isTelling(run)) return
      screens.heard(watched(run), events, clock.now())
      // Another state is looked at once, also where nothing more is drawn.
      lines.drew(run)
    },
    look(open) {
      if (isLooking) return
      isLooking = true
      void lookAtAll(open)
        .catch(onError)
        .finally(() => {
          isLooking = false
        })
    },
    [Symbol.asyncDispose]: () => lines[Symbol.asyncDispose](),
  }
}

function tellIn(book: RunBook) {
  return async (run: KeptRun, report: ScreenReport, atMs: number): Promise<void> => {
    await book.append(run, [{ type: 'session.event', ...report, at: Math.max(0, atMs - run.began_ms) }])
  }
}

/** A client that prints draws no screen of its own. */
function isTelling({ state, start, exit_code: exitCode }: KeptRun): boolean {
  return state === 'running' && exitCode === null && start.options.interactive === true
}
