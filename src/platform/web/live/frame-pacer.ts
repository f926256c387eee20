// Takes news in as often as the screen is drawn, so that what comes together is drawn once and a storm never piles up.

/** A tab in the background draws nothing; its news is taken in at this pace. */
const hiddenPaceMs = 100

/** The browser's own two clocks; a test has others. */
export type Clocks = {
  readonly nextFrame: (run: () => void) => void
  readonly later: (run: () => void, ms: number) => void
}

const browserClocks: Clocks = {
  nextFrame: (run) => void requestAnimationFrame(run),
  later: (run, ms) => void setTimeout(run, ms),
}

/**
 * What comes waits for the next drawing, in order: it is seen no later for it, and what follows it closely, as a task
 * follows its session, costs no second layout.
 */
export function paceFrames<T>(
  take: (frames: readonly T[]) => void,
  clocks: Clocks = browserClocks,
): (frame: T) => void {
  let held: T[] = []
  const wait = () => {
    let isOver = false
    const end = () => {
      // The clock that comes second finds what came since, which waits for its own drawing.
      if (isOver) return
      isOver = true
      const frames = held
      held = []
      take(frames)
    }
    clocks.nextFrame(end)
    clocks.later(end, hiddenPaceMs)
  }
  return (frame) => {
    held.push(frame)
    if (held.length === 1) wait()
  }
}
