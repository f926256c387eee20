// Open boards: WebSockets that listen to every change.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { hold } from './held.ts'

export type Viewers = AsyncDisposable & {
  /** Called with each frame of each viewer, but for the snapshots that they got when they came. */
  onFrame: (frame: Buffer) => void
  /** Frames that all viewers got together. */
  readonly received: () => number
}

/** Resolves once each of them is connected and has its first frame. */
export async function openViewers(url: string, count: number): Promise<Viewers> {
  const address = `${url.replace(/^http/, 'ws')}/ws/state`
  const sockets: WebSocket[] = []
  let received = 0
  const viewers: Pick<Viewers, 'onFrame' | 'received'> = { onFrame: () => {}, received: () => received }
  // In small groups, lest a thousand handshakes overflow the queue of the listener.
  for (let opened = 0; opened < count; opened += groupSize) {
    const group = Array.from({ length: Math.min(groupSize, count - opened) }, () => openViewer(address))
    sockets.push(...(await Promise.all(group)))
  }
  for (const socket of sockets) {
    socket.on('message', (frame) => {
      received += 1
      // Buffers are the library's default.
      viewers.onFrame(frame as Buffer)
    })
  }
  return hold(viewers, async () => {
    for (const socket of sockets) socket.terminate()
  })
}

const groupSize = 50

async function openViewer(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'message')
  return socket
}

export type BoardChange = {
  readonly kind: string
  readonly op: string
  readonly id: string
  readonly value: {
    readonly id: string
    readonly tmux_session: string
    readonly state: string
    readonly ended_at: string | null
    readonly end_reason: string | null
  } | null
}

/** The changes in a frame of /ws/state; none in a snapshot. */
export function changesIn(frame: Buffer): readonly BoardChange[] {
  const parsed = JSON.parse(frame.toString()) as { type: string; changes?: readonly BoardChange[] }
  return parsed.changes ?? []
}

/** Resolves, with the time, when a change comes for which `isWanted`. Rejects after ten seconds. */
export function nextChange(viewers: Viewers, isWanted: (change: BoardChange) => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the change did not reach the board within ten seconds')), 10_000)
    viewers.onFrame = (frame) => {
      const nowMs = performance.now()
      if (!changesIn(frame).some(isWanted)) return
      clearTimeout(timer)
      viewers.onFrame = () => {}
      resolve(nowMs)
    }
  })
}
