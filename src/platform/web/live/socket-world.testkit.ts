// A world for sockets that a test drives: what was dialled, what the service does, and time.
import type { Dial, SocketEvents, SocketWorld } from './socket-world.ts'
import type { MachineWatch } from './watch-the-machine.ts'

export type TestSocket = {
  readonly dial: Dial
  readonly sent: unknown[]
  isClosed: boolean
  /** What the service does at its end. */
  readonly open: () => void
  readonly say: (frame: unknown) => void
  readonly bytes: (...bytes: number[]) => void
  readonly end: () => void
}

export type TestWorld = SocketWorld & {
  readonly sockets: TestSocket[]
  /** The newest one. */
  readonly last: () => TestSocket
  /** Lets time pass; what was due is called, in order. */
  readonly pass: (ms: number) => void
  readonly machine: () => MachineWatch | null
  online: boolean
}

export function createTestWorld(): TestWorld {
  const sockets: TestSocket[] = []
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  let now = 1_000_000
  let machine: MachineWatch | null = null
  return {
    sockets,
    online: true,
    last: () => sockets.at(-1) ?? fail('nothing was dialled'),
    machine: () => machine,
    open(dial, events) {
      const socket = createTestSocket(dial, events)
      sockets.push(socket)
      return {
        isOpen: () => socket.isOpen && !socket.isClosed,
        send: (data) => void socket.sent.push(typeof data === 'string' ? JSON.parse(data) : data),
        close: () => (socket.isClosed = true),
      }
    },
    nowMs: () => now,
    random: () => 1,
    isOnLine() {
      return this.online
    },
    after(ms, callback) {
      const timer = { atMs: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    watch(watch) {
      machine = watch
      return () => (machine = null)
    },
    pass(ms) {
      now += ms
      for (const timer of [...timers].toSorted((one, other) => one.atMs - other.atMs)) {
        if (timer.atMs > now || !timers.delete(timer)) continue
        timer.callback()
      }
    },
  }
}

function createTestSocket(dial: Dial, events: SocketEvents) {
  const socket = {
    dial,
    sent: [] as unknown[],
    isOpen: false,
    isClosed: false,
    open() {
      socket.isOpen = true
      events.onOpen()
    },
    say: (frame: unknown) => events.onMessage(JSON.stringify(frame)),
    bytes: (...bytes: number[]) => events.onMessage(new Uint8Array(bytes).buffer),
    end() {
      socket.isOpen = false
      events.onClose()
    },
  }
  return socket
}

function fail(reason: string): never {
  throw new Error(reason)
}
