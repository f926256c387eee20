// Keeps sizes from storming: a window that is dragged has one a frame, and each makes tmux and its agent draw anew.
import { browserWorld, type SocketWorld } from '#platform/web/live/socket-world.ts'
import type { Size } from './emulator.ts'

const resizeEveryMs = 100

export type ResizePace = { readonly tell: (size: Size) => void; readonly stop: () => void }

/** The first at once, then the last of each while. */
export function paceResizes(
  resize: (size: Size) => void,
  { after }: Pick<SocketWorld, 'after'> = browserWorld,
): ResizePace {
  let held: Size | null = null
  let stopWaiting: (() => void) | null = null
  const wait = (): void => {
    stopWaiting = after(resizeEveryMs, () => {
      stopWaiting = null
      if (held === null) return
      resize(held)
      held = null
      wait()
    })
  }
  return {
    tell(size) {
      if (stopWaiting !== null) return void (held = size)
      resize(size)
      wait()
    },
    stop: () => stopWaiting?.(),
  }
}
