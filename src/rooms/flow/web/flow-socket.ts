// The page's socket to /ws/flow: open while the page is shown, back with a fresh snapshot after each gap.
import { flowSocketPath } from '../api.ts'
import { isRecord } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { openReconnectingSocket, type LinkState } from '#platform/web/live/reconnecting-socket.ts'
import { browserWorld, type SocketWorld } from '#platform/web/live/socket-world.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { FlowFrame } from '../contract.ts'

export interface FlowSocket {
  readonly state: ValueStore<LinkState>
  /** Asks for the output of this run, now and after each reconnect; null for none. */
  readonly follow: (runId: string | null) => void
  readonly reconnect: () => void
  /** Tries no more until `reconnect`. */
  readonly rest: () => void
  readonly close: () => void
}

type Options = {
  readonly onFrame: (frame: FlowFrame) => void
  /** It closed before it opened, which is also how a refusal looks. */
  readonly onRefused: () => void
}

export function openFlowSocket({ onFrame, onRefused }: Options, world: SocketWorld = browserWorld): FlowSocket {
  let followed: string | null = null
  const wish = (): string => JSON.stringify({ type: 'follow', run_id: followed })
  const socket = openReconnectingSocket(
    {
      dial: () => ({ path: flowSocketPath, token: accessToken() }),
      onOpen: (opened) => {
        if (followed !== null) opened.send(wish())
      },
      onMessage: (data) => {
        const frame = readFrame(data)
        if (frame !== null) onFrame(frame)
      },
      onLost: (hadOpened) => {
        if (!hadOpened) onRefused()
      },
    },
    world,
  )
  const stopFollowingLogins = onTokenChange(socket.reconnect)
  return {
    state: socket.state,
    follow(runId) {
      if (followed === runId) return
      followed = runId
      socket.send(wish())
    },
    reconnect: socket.reconnect,
    rest: socket.rest,
    close() {
      stopFollowingLogins()
      socket.close()
    },
  }
}

const known = ['snapshot', 'changes', 'errors', 'output']

/** The service's frames are trusted in their form; what a newer one adds is skipped. */
function readFrame(data: unknown): FlowFrame | null {
  if (typeof data !== 'string') return null
  const frame: unknown = JSON.parse(data)
  return isRecord(frame) && known.includes(String(frame.type)) ? (frame as FlowFrame) : null
}
