// /ws/state: the board's snapshot to whoever connects, then every change after its commit.
import type { WebSocket } from 'ws'
import { createChangeFeed, type Frame } from '#platform/server/live/change-feed.ts'
import type { Publish } from '#platform/server/live/feed.ts'
import { createViewer, pingIntervalMs, type Viewer } from '#platform/server/live/viewer.ts'
import type { SocketRoute } from '#platform/server/http/api.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import type { Mode } from '#rooms/modes/contract.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { createSnapshots } from './snapshots.ts'
import type { ChangesFrame, SnapshotFrame } from '../contract.ts'

export type StateSocketParts = {
  readonly mode: Mode
  /** The sessions as they stand, in card form. */
  readonly sessions: () => readonly SessionCard[]
  /** The tasks as they stand, in card form. */
  readonly tasks: () => readonly unknown[]
  /** The number of the last frame that any earlier process may have sent. */
  readonly startSeq: number
  /** Told each number before its frame is sent. */
  readonly onSeq: (seq: number) => void
  /** Default: the machine's. */
  readonly timers?: Timers
}

export interface StateSocket extends Disposable {
  readonly publish: Publish
  readonly route: SocketRoute
  /** How many viewers are connected. */
  viewers(): number
}

export function createStateSocket(parts: StateSocketParts): StateSocket {
  const { timers = systemTimers } = parts
  const viewers = new Set<Viewer>()
  const snapshots = createSnapshots<WebSocket>({
    make: () => snapshotFrame(parts, feed.seq()),
    letGo: (socket) => socket.terminate(),
  })
  const feed = createChangeFeed({
    startSeq: parts.startSeq,
    after: timers.after,
    send(frame) {
      parts.onSeq(frame.seq)
      if (viewers.size === 0 && !snapshots.isKept()) return
      const buffer = changesFrame(frame)
      snapshots.follow(buffer)
      for (const viewer of viewers) viewer.sendChanges(buffer)
    },
  })

  const stopPings = timers.every(pingIntervalMs, () => {
    for (const viewer of viewers) viewer.checkAlive(timers.passedMs())
  })

  return {
    publish: feed.publish,
    viewers: () => viewers.size,
    route: {
      path: '/ws/state',
      access: 'local_or_authenticated',
      accept(socket, { url }) {
        const viewer = createViewer({
          socket,
          snapshot: () => snapshots.take(socket),
          snapshotSent: () => snapshots.release(socket),
          passedMs: timers.passedMs(),
        })
        const since = readSince(url)
        const missed = since === null ? null : feed.missed(since)
        if (missed === null) viewer.sendSnapshot()
        else viewer.sendChanges(changesFrame({ seq: feed.seq(), changes: missed }))
        viewers.add(viewer)
        socket.on('close', () => {
          viewers.delete(viewer)
          snapshots.release(socket)
        })
      },
    },
    [Symbol.dispose]() {
      stopPings()
    },
  }
}

function readSince(url: URL): number | null {
  const since = url.searchParams.get('since')
  return since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null
}

function changesFrame({ seq, changes }: Frame): Buffer {
  const frame: ChangesFrame = { type: 'changes', seq, changes: [...changes] }
  return Buffer.from(JSON.stringify(frame))
}

function snapshotFrame({ mode, sessions, tasks }: StateSocketParts, seq: number): Buffer {
  const frame: SnapshotFrame = { type: 'snapshot', seq, mode, sessions: [...sessions()], tasks: [...tasks()] }
  return Buffer.from(JSON.stringify(frame))
}
