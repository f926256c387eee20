// How large a session's terminal is after its viewers changed it: asked once they are at rest, and told to whoever keeps it.
import type { Timers } from '#platform/server/timers.ts'
import type { TerminalSource } from './source.ts'
import type { TellSize } from './ports.ts'

export interface SizeWatch extends Disposable {
  /** A viewer came, went or changed its size. */
  changed(sessionId: string): void
}

/** tmux sizes a terminal right after a viewer; a window that is dragged tells ten sizes a second. */
const restMs = 300

export type SizeWatchParts = {
  readonly timers: Pick<Timers, 'after'>
  readonly sourceOf: (sessionId: string) => Pick<TerminalSource, 'screen'>
  readonly tellSize: TellSize
}

export function createSizeWatch({ timers, sourceOf, tellSize }: SizeWatchParts): SizeWatch {
  const waiting = new Map<string, () => void>()
  const ask = async (sessionId: string): Promise<void> => {
    waiting.delete(sessionId)
    const screen = await sourceOf(sessionId).screen({ historyLines: 0, withLooks: false })
    // A terminal that is gone has no size any more.
    if (screen.ok) tellSize(sessionId, { columns: screen.value.columns, rows: screen.value.rows })
  }
  return {
    changed(sessionId) {
      waiting.get(sessionId)?.()
      waiting.set(
        sessionId,
        timers.after(restMs, () => void ask(sessionId)),
      )
    },
    [Symbol.dispose]() {
      for (const stop of waiting.values()) stop()
      waiting.clear()
    },
  }
}
