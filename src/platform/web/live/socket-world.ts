// What a reconnecting socket needs of the browser, as values, so that its life can be driven by a test.
import { watchTheMachine, type MachineWatch } from './watch-the-machine.ts'

/** Where a socket goes: a path with its query, and who asks. */
export type Dial = { readonly path: string; readonly token: string | null }

export type WorldSocket = {
  readonly isOpen: () => boolean
  readonly send: (data: string | Uint8Array<ArrayBuffer>) => void
  readonly close: () => void
}

export type SocketEvents = {
  readonly onOpen: () => void
  readonly onMessage: (data: unknown) => void
  readonly onClose: () => void
}

export type SocketWorld = {
  readonly open: (dial: Dial, events: SocketEvents) => WorldSocket
  readonly nowMs: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly isOnLine: () => boolean
  /** Calls back once; the answer takes it back. */
  readonly after: (ms: number, callback: () => void) => () => void
  readonly watch: (watch: MachineWatch) => () => void
}

export const browserWorld: SocketWorld = {
  open: openWebSocket,
  nowMs: () => Date.now(),
  random: () => Math.random(),
  isOnLine: () => navigator.onLine,
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  watch: watchTheMachine,
}

function openWebSocket({ path, token }: Dial, { onOpen, onMessage, onClose }: SocketEvents): WorldSocket {
  const url = new URL(path, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  // Browsers can't send headers with a socket, so a token travels as a subprotocol.
  const socket = new WebSocket(url.href, token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`])
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data))
  socket.addEventListener('close', onClose)
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (data) => socket.send(data),
    close: () => socket.close(),
  }
}
