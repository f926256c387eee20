// A socket of numbered frames: a snapshot to whoever connects, then every change after its commit, resumed by number.
import type { WebSocket } from 'ws'
import type { AccessClass } from '#platform/access.ts'
import type { ChangesFrame } from '#platform/contract.ts'
import type { Counter } from '../db/counter.ts'
import type { SocketRoute } from '../http/api.ts'
import type { Timers } from '../timers.ts'
import { createChangeFeed } from './change-feed.ts'
import type { Frame } from './frames.ts'
import { createKinds, type KindFollowing, type Kinds } from './kinds.ts'
import { createSnapshots } from './snapshots.ts'
import { createViewer, pingIntervalMs, type Viewer } from './viewer.ts'

/** Frames are made for viewers that lost their connection for as long as this; later they get a snapshot. */
export const comeBackMs = 60_000

export type LiveFeedParts = {
  readonly path: string
  readonly access: Exclude<AccessClass, 'device'>
  /** What a snapshot tells beside its lists. */
  readonly head?: () => object
  /** Numbers of frames, which grow across restarts and are of no other service; see `openCounter`. */
  readonly frames: Pick<Counter, 'start' | 'next'>
  readonly timers: Timers
  /** Largest frame that a viewer may send, in bytes; default 64 KiB. */
  readonly maxPayload?: number
  /** Told of each viewer that may ask for something beside the feed. */
  readonly onViewer?: (viewer: LiveViewer) => void
}

/** A viewer that may ask for something of its own. */
export interface LiveViewer {
  /** Sends a frame that has no number and is not told again. */
  send(frame: object): void
  onMessage(take: (data: Buffer) => void): void
  onGone(react: () => void): void
  /** Ends the socket of a viewer that sent what nobody understands. */
  refuse(reason: string): void
}

export interface LiveFeed extends Disposable, Kinds, KindFollowing {
  readonly route: SocketRoute
  /** How many viewers are connected. */
  viewers(): number
}

export function createLiveFeed(parts: LiveFeedParts): LiveFeed {
  const { timers, path, access, onViewer } = parts
  const limits = parts.maxPayload === undefined ? {} : { maxPayload: parts.maxPayload }
  const viewers = new Map<Viewer, WebSocket>()
  /** When the last viewer went; whoever knows an earlier life of the service gets a snapshot in any case. */
  let lastLeftMs = Number.NEGATIVE_INFINITY
  const kinds = createKinds({ path, publish: (changes, canWait) => feed.publish(changes, canWait) })
  const snapshots = createSnapshots<WebSocket>({
    make: () => toBuffer({ type: 'snapshot', seq: feed.seq(), ...parts.head?.(), ...kinds.lists() }),
    letGo: (socket) => socket.terminate(),
  })
  const feed = createChangeFeed({
    startSeq: parts.frames.start,
    after: timers.after,
    passedMs: () => timers.passedMs(),
    idleMs: () => timers.idleMs(),
    unsentBytes: () => Math.max(0, ...viewers.values().map(({ bufferedAmount }) => bufferedAmount)),
    nextSeq: parts.frames.next,
    // A snapshot that is kept for the next viewer is only as good as the frames after it.
    isWatched: () => viewers.size > 0 || snapshots.isKept() || timers.passedMs() - lastLeftMs < comeBackMs,
    send(frame) {
      if (viewers.size === 0 && !snapshots.isKept()) return
      const buffer = changesFrame(frame)
      snapshots.follow(buffer)
      for (const viewer of viewers.keys()) viewer.sendChanges(buffer)
    },
  })

  function accept(socket: WebSocket, url: URL): void {
    const viewer = createViewer({
      socket,
      snapshot: () => snapshots.take(socket),
      snapshotSent: () => snapshots.release(socket),
      passedMs: timers.passedMs(),
    })
    onViewer?.(toLiveViewer(viewer, socket))
    const since = readSince(url)
    const missed = since === null ? null : feed.missed(since)
    if (missed === null) viewer.sendSnapshot()
    else viewer.sendChanges(changesFrame({ seq: feed.seq(), changes: missed }))
    viewers.set(viewer, socket)
    socket.on('close', () => {
      viewers.delete(viewer)
      lastLeftMs = timers.passedMs()
      snapshots.release(socket)
    })
  }

  return {
    route: { path, access, ...limits, accept: (socket, { url }) => accept(socket, url) },
    viewers: () => viewers.size,
    offer: kinds.offer,
    offerLate: kinds.offerLate,
    follow: kinds.follow,
    [Symbol.dispose]: timers.every(pingIntervalMs, () => {
      for (const viewer of viewers.keys()) viewer.checkAlive(timers.passedMs())
    }),
  }
}

/** RFC 6455: the endpoint received data of a kind that it can't accept. */
const unsupportedData = 1003

function toLiveViewer(viewer: Viewer, socket: WebSocket): LiveViewer {
  return {
    send: (frame) => viewer.sendChanges(toBuffer(frame)),
    onMessage: (take) => void socket.on('message', (data: Buffer) => take(data)),
    onGone: (react) => void socket.on('close', react),
    refuse: (reason) => socket.close(unsupportedData, reason),
  }
}

function readSince(url: URL): number | null {
  const since = url.searchParams.get('since')
  return since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null
}

function changesFrame({ seq, changes }: Frame): Buffer {
  const frame: ChangesFrame = { type: 'changes', seq, changes: [...changes] }
  return toBuffer(frame)
}

const toBuffer = (frame: object): Buffer => Buffer.from(JSON.stringify(frame))
