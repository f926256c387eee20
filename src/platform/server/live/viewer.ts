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
  checkAlive(nowMs: number): void
}

export type ViewerParts = {
  readonly socket: WebSocket
  /** The whole state as a frame, made when it is needed. */
  readonly snapshot: () => Buffer
  readonly nowMs: number
}

export function createViewer({ socket, snapshot, nowMs }: ViewerParts): Viewer {
  let unsentChanges = 0
  /** Of changes and snapshots. Not what the socket buffers in all: pings lie there too, and nobody tells when they go. */
  let unsentFrames = 0
  let behind = false
  let lastPongMs = nowMs
  let pongs = false
  socket.on('pong', () => {
    pongs = true
  })

  function send(frame: Buffer, whenSent: () => void): void {
    unsentFrames += 1
    socket.send(frame, { binary: false }, (error) => {
      unsentFrames -= 1
      if (error === undefined || error === null) whenSent()
    })
  }

  function sendSnapshot(): void {
    behind = false
    send(snapshot(), catchUp)
  }

  function catchUp(): void {
    if (behind && unsentFrames === 0) sendSnapshot()
  }

  return {
    sendChanges(frame) {
      if (socket.readyState !== socket.OPEN || behind) return
      if (unsentChanges + frame.length > maxUnsentBytes) {
        behind = true
        catchUp()
        return
      }
      unsentChanges += frame.length
      send(frame, () => {
        unsentChanges -= frame.length
        catchUp()
      })
    },
    sendSnapshot,
    checkAlive(now) {
      if (pongs) lastPongMs = now
      pongs = false
      if (now - lastPongMs >= deadAfterMs) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    },
  }
}
