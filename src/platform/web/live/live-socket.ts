// A feed of numbered frames over the page's socket: it resumes by sequence number, and asks for a snapshot after a gap.
import { isRecord } from '../api/problem.ts'
import { accessToken, onTokenChange } from '../auth/token.ts'
import type { ValueStore } from '../store/value-store.ts'
import { openReconnectingSocket, type LinkState, type ReconnectingSocket } from './reconnecting-socket.ts'
import { judgeFrame, type Numbered } from './sequence.ts'
import { browserWorld, type SocketWorld } from './socket-world.ts'

type LiveSocketOptions = {
  readonly path: string
  /** Frames in order and without gaps. */
  readonly onFrame: (frame: Numbered) => void
  /** The connection failed before it opened, which is also how a refusal looks; may be called at each try. */
  readonly onRefused: () => void
}

export type LiveSocket = {
  readonly state: ValueStore<LinkState>
  /** The number of the last frame that was applied, or null. */
  readonly seq: () => number | null
  /** Connects now: when a person does not want to wait. */
  readonly reconnect: () => void
  /** Tries no more until `reconnect`: trying again would not help. */
  readonly rest: () => void
}

/** Opens the feed for the life of the page. A login, here or in another tab, connects it anew. */
export function openLiveSocket(options: LiveSocketOptions, world: SocketWorld = browserWorld): LiveSocket {
  let lastSeq: number | null = null

  function take(data: unknown, isFirst: boolean): void {
    const frame = readFrame(data)
    if (frame === null) return
    const verdict = judgeFrame(frame, lastSeq, isFirst)
    if (verdict === 'stale') return
    if (verdict === 'gap') {
      lastSeq = null
      socket.reconnect()
    } else {
      lastSeq = frame.seq
      options.onFrame(frame)
    }
  }

  const socket: ReconnectingSocket = openReconnectingSocket(
    {
      dial: () => ({
        path: lastSeq === null ? options.path : `${options.path}?since=${lastSeq}`,
        token: accessToken(),
      }),
      onMessage: take,
      onLost: (hadOpened) => {
        if (!hadOpened) options.onRefused()
      },
    },
    world,
  )
  onTokenChange(socket.reconnect)
  return { state: socket.state, seq: () => lastSeq, reconnect: socket.reconnect, rest: socket.rest }
}

/** A frame this page understands, or null; what the service sends beyond that is for newer pages. */
function readFrame(data: unknown): Numbered | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  if (!isRecord(frame) || typeof frame.seq !== 'number') return null
  return frame.type === 'snapshot' || frame.type === 'changes' ? (frame as Numbered) : null
}
