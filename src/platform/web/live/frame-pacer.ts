// Lets what comes faster than the screen is drawn be taken in together, so that a storm of news never piles up.

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

/** The first is taken at once; what comes before the next drawing waits for it, in order. */
export function paceFrames<T>(
  take: (frames: readonly T[]) => void,
  clocks: Clocks = browserClocks,
): (frame: T) => void {
  let held: T[] = []
  let isWaiting = false
  const wait = () => {
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      isWaiting = false
      if (held.length > 0) flush()
    }
    isWaiting = true
    clocks.nextFrame(end)
    clocks.later(end, hiddenPaceMs)
  }
  const flush = () => {
    const frames = held
    held = []
    // First, so that a fault in what takes them does not hold up the rest.
    wait()
    take(frames)
  }
  return (frame) => {
    held.push(frame)
    if (!isWaiting) flush()
  }
}
