// One viewer's socket: frames while it keeps up, one fresh snapshot when it fell behind, the end when it is dead.
import type { WebSocket } from 'ws'

/** A viewer with more than this unsent gets no more changes, but one snapshot once it has caught up. */
export const maxUnsentBytes = 1024 * 1024

/** Without a pong for this long a viewer counts as dead. */
export const deadAfterMs = 30_000

/** Three chances to answer before the end. */
export const pingIntervalMs = 10_000

export interface Viewer {
  /** Sends a frame of changes, or lets it go when the viewer is behind: then a snapshot follows. */
  sendChanges(frame: Buffer): void
  sendSnapshot(): void
  /** Called every `pingIntervalMs`: ends a dead viewer, asks a live one for a sign. */
  checkAlive(passedMs: number): void
}

export type ViewerParts = {
  readonly socket: WebSocket
  /** The frames that tell the whole state, the snapshot first; made when they are needed. */
  readonly snapshot: () => readonly Buffer[]
  /** The snapshot has left, or never will. */
  readonly snapshotSent?: () => void
  /** Time as it passes, and not the machine's clock: one that is set by a day would end every viewer. */
  readonly passedMs: number
}

const textFrame = { binary: false }

export function createViewer({ socket, snapshot, snapshotSent, passedMs }: ViewerParts): Viewer {
  /** Changes that were sent since the last snapshot and may still lie in the socket. */
  let unsentChanges = 0
  let behind = false
  let lastPongMs = passedMs
  let pongs = false
  socket.on('pong', () => {
    pongs = true
  })

  function sendSnapshot(): void {
    behind = false
    unsentChanges = 0
    const [first, ...changes] = snapshot()
    if (first !== undefined) socket.send(first, textFrame, () => snapshotSent?.())
    for (const frame of changes) sendChanges(frame)
  }

  /** The ping leaves after all that is unsent, and tells when: a viewer that keeps up needs no callback for each frame. */
  function fallBehind(): void {
    behind = true
    socket.ping(undefined, undefined, (error: unknown) => {
      if (error === undefined || error === null) sendSnapshot()
    })
  }

  function sendChanges(frame: Buffer): void {
    if (socket.readyState !== socket.OPEN || behind) return
    // What leaves last was sent last, so no more of the changes is unsent than lies in the socket.
    unsentChanges = Math.min(unsentChanges, socket.bufferedAmount) + frame.length
    if (unsentChanges > maxUnsentBytes) fallBehind()
    else socket.send(frame, textFrame)
  }

  return {
    sendChanges,
    sendSnapshot,
    checkAlive(now) {
      if (pongs) lastPongMs = now
      pongs = false
      if (now - lastPongMs >= deadAfterMs) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    },
  }
}
