// A feed of numbered frames over the page's socket: it resumes by sequence number, and asks for a snapshot after a gap.
import { isRecord } from '../api/problem.ts'
import { accessToken, onTokenChange } from '../auth/token.ts'
import type { ValueStore } from '../store/value-store.ts'
import { followSilence } from './as-of.ts'
import { openReconnectingSocket, type LinkState, type ReconnectingSocket } from './reconnecting-socket.ts'
import { judgeFrame, type Numbered } from './sequence.ts'
import { browserWorld, type SocketWorld } from './socket-world.ts'

type LiveSocketOptions = {
  readonly path: string
  /** Frames in order and without gaps. */
  readonly onFrame: (frame: Numbered) => void
  /** The connection failed before it opened, which is also how a refusal looks; may be called at each try. */
  readonly onRefused: () => void
  /** Frames without a number, as an answer to what the page asked for. */
  readonly onAside?: (frame: Readonly<Record<string, unknown>>) => void
  /** A connection is new: what was said on an older one has to be said again. */
  readonly onOpen?: () => void
}

export type LiveSocket = {
  readonly state: ValueStore<LinkState>
  /** The number of the last frame that was applied, or null. */
  readonly seq: () => number | null
  /** Connects now: when a person does not want to wait. */
  readonly reconnect: () => void
  /** Tries no more until `reconnect`: trying again would not help. */
  readonly rest: () => void
  /** Marks what is shown as kept from then; see `Silence`. */
  readonly recall: (atMs: number) => void
  /** Says something to the service while connected; see `onOpen`. */
  readonly say: (frame: object) => void
  /** Ends the feed for good. May be called twice. */
  readonly close: () => void
}

/** Opens the feed until it is closed. A login, here or in another tab, connects it anew. */
export function openLiveSocket(options: LiveSocketOptions, world: SocketWorld = browserWorld): LiveSocket {
  let lastSeq: number | null = null

  function take(data: unknown, isFirst: boolean): void {
    const said = readObject(data)
    if (said === null) return
    const frame = numbered(said)
    if (frame === null) return options.onAside?.(said)
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
      ...(options.onOpen === undefined ? {} : { onOpen: options.onOpen }),
      onLost: (hadOpened) => {
        if (!hadOpened) options.onRefused()
      },
    },
    world,
  )
  const silence = followSilence(socket.state, world)
  const stops = [onTokenChange(socket.reconnect), silence.stop]
  return {
    state: socket.state,
    seq: () => lastSeq,
    reconnect: socket.reconnect,
    rest: socket.rest,
    recall: silence.recall,
    say: (frame) => socket.send(JSON.stringify(frame)),
    close() {
      for (const stop of stops) stop()
      socket.close()
    },
  }
}

function readObject(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string') return null
  const said: unknown = JSON.parse(data)
  return isRecord(said) ? said : null
}

/** A frame of the feed, or null; what the service sends beyond that is for who asked, or for newer pages. */
function numbered(frame: Record<string, unknown>): Numbered | null {
  const { type, seq } = frame
  if (typeof seq !== 'number' || (type !== 'snapshot' && type !== 'changes')) return null
  return { ...frame, type, seq }
}
