// Terminals of devices as viewers at the hub see them: each has a tmux client on the device, and frames between.
import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Timers } from '#platform/server/timers.ts'
import type {
  AttachedTerminal,
  NoTerminal,
  RawScreen,
  ScreenWish,
  TerminalEvents,
  TerminalThere,
  TerminalWish,
} from '#rooms/terminal/contract.ts'
import type { DeviceResult, FromTerminal } from '../contract/from-device.ts'
import { aheadBytes, noScreenSchema, screenResultSchema, terminalPartBytes } from '../contract/terminal-looks.ts'
import type { HubFrame } from './device-connection.ts'

/** Asks devices what they alone know. */
export type DeviceRequests = {
  readonly isConnected: (deviceId: string) => boolean
  /** What the device answers; null for one that is away or silent. */
  readonly request: (deviceId: string, what: string, about: object) => Promise<DeviceResult | null>
  /** What a device is called. */
  readonly nameOf: (deviceId: string) => string
}

export type DeviceTerminalsParts = DeviceRequests & {
  readonly send: (deviceId: string, frame: HubFrame) => void
  readonly timers: Pick<Timers, 'after'>
}

export interface DeviceTerminals {
  /** Refuses `device_offline`; whether there is such a terminal is told by its end. */
  attach(
    there: TerminalThere,
    wish: TerminalWish,
    events: TerminalEvents,
  ): Promise<Result<AttachedTerminal, NoTerminal>>
  /** Refuses `gone`, `device_offline` and `failed`. */
  screen(there: TerminalThere, wish: ScreenWish): Promise<Result<RawScreen, NoTerminal>>
  /** `late`: of a terminal that nobody looks at any more. `foreign`: of one of another device. */
  hear(deviceId: string, frame: FromTerminal): 'taken' | 'late' | 'foreign'
  /** Its connection is over, and with it every look at its terminals. */
  leave(deviceId: string): void
}

/** A daemon that opens terminals shows the first of it within this; an older one says nothing. */
const firstWordMs = 15 * secondMs
/** The hub tells what it took in steps of this. */
const tellEveryBytes = aheadBytes / 4

export function createDeviceTerminals(parts: DeviceTerminalsParts): DeviceTerminals {
  const open = new Map<string, RemoteTerminal>()
  return {
    async attach(there, wish, { onData, onEnd }) {
      if (!parts.isConnected(there.deviceId)) return err(awayOf(parts, there.deviceId))
      const id = randomBytes(12).toString('base64url')
      const end = (why: NoTerminal): void => {
        open.delete(id)
        onEnd(why)
      }
      const terminal = new RemoteTerminal(parts, { id, there, wish, events: { onData, onEnd: end } })
      open.set(id, terminal)
      return ok(terminal.attached)
    },
    screen: (there, wish) => readScreen(parts, there, wish),
    hear(deviceId, frame) {
      const terminal = open.get(frame.terminal_id)
      if (terminal === undefined) return 'late'
      if (terminal.deviceId !== deviceId) return 'foreign'
      terminal.hear(frame)
      return 'taken'
    },
    leave(deviceId) {
      for (const terminal of open.values()) if (terminal.deviceId === deviceId) terminal.end(awayOf(parts, deviceId))
    },
  }
}

type Opening = {
  readonly id: string
  readonly there: TerminalThere
  readonly wish: TerminalWish
  readonly events: TerminalEvents
}

class RemoteTerminal {
  readonly deviceId: string
  readonly attached: AttachedTerminal
  readonly #parts: DeviceTerminalsParts
  readonly #opening: Opening
  readonly #stopWaiting: () => void
  #received = 0
  #told = 0
  #isPaused = false
  #isOver = false

  constructor(parts: DeviceTerminalsParts, opening: Opening) {
    const { there, wish } = opening
    this.#parts = parts
    this.#opening = opening
    this.deviceId = there.deviceId
    this.#send('terminal.open', { session_id: there.sessionId, run_id: there.runId, ...wish })
    this.#stopWaiting = parts.timers.after(firstWordMs, () => this.#silent())
    this.attached = {
      tmuxSession: there.tmuxSession,
      write: (text) => this.#type(Buffer.from(text)),
      resize: ({ columns, rows }) => this.#send('terminal.size', { columns, rows }),
      pause: () => void (this.#isPaused = true),
      resume: () => this.#resume(),
      hangUp: () => this.#hangUp(),
    }
  }

  hear(frame: FromTerminal): void {
    this.#stopWaiting()
    if (frame.type === 'terminal.ended') return this.end({ reason: frame.reason, message: frame.message })
    const bytes = Buffer.from(frame.data, 'base64')
    this.#received += bytes.length
    // A daemon stops by itself; who does not would fill this machine's memory for a viewer that reads slowly.
    if (this.#received - this.#told > 2 * aheadBytes + terminalPartBytes) return this.#tooMuch()
    this.#opening.events.onData(bytes.toString())
    this.#tellTaken()
  }

  end(why: NoTerminal): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopWaiting()
    this.#opening.events.onEnd(why)
  }

  #type(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; from += terminalPartBytes)
      this.#send('terminal.data', { data: bytes.subarray(from, from + terminalPartBytes).toString('base64') })
  }

  #resume(): void {
    this.#isPaused = false
    this.#tellTaken()
  }

  #tellTaken(): void {
    if (this.#isPaused || this.#received - this.#told < tellEveryBytes) return
    this.#told = this.#received
    this.#send('terminal.taken', { bytes: this.#received })
  }

  #hangUp(): void {
    this.#send('terminal.close', {})
    this.end({ reason: 'detached', message: 'This viewer was detached; the session goes on.' })
  }

  #tooMuch(): void {
    this.#send('terminal.close', {})
    this.end({ reason: 'failed', message: 'The device sent more of its terminal than was asked for.' })
  }

  #silent(): void {
    const name = this.#parts.nameOf(this.deviceId)
    const message = `${name} did not open its terminal. Update the daemon there if it is of an older release.`
    this.end({ reason: 'failed', message })
  }

  #send<T extends TerminalFrameType>(type: T, body: BodyOf<T>): void {
    const frame = { type, terminal_id: this.#opening.id, ...body } as Extract<HubFrame, { readonly type: T }>
    if (!this.#isOver) this.#parts.send(this.deviceId, frame)
  }
}

type TerminalFrameType = Extract<HubFrame['type'], `terminal.${string}`>
type BodyOf<T extends TerminalFrameType> = Omit<Extract<HubFrame, { readonly type: T }>, 'type' | 'terminal_id'>

async function readScreen(
  parts: DeviceTerminalsParts,
  { deviceId, sessionId, runId }: TerminalThere,
  wish: ScreenWish,
): Promise<Result<RawScreen, NoTerminal>> {
  if (!parts.isConnected(deviceId)) return err(awayOf(parts, deviceId))
  const { historyLines, withLooks } = wish
  const about = { session_id: sessionId, run_id: runId, historyLines, withLooks }
  const answer = await parts.request(deviceId, 'screen', about)
  if (answer === null) return err({ reason: 'failed', message: `${parts.nameOf(deviceId)} gave no answer` })
  const seen = answer.ok ? screenResultSchema.safeParse(answer.value).data : undefined
  if (seen !== undefined) return ok({ ...seen, text: Buffer.from(seen.data, 'base64').toString() })
  const why = noScreenSchema.safeParse(answer.value).data
  return err(why ?? { reason: 'failed', message: `${parts.nameOf(deviceId)} gave an answer that is none` })
}

function awayOf({ nameOf }: DeviceTerminalsParts, deviceId: string): NoTerminal {
  return { reason: 'device_offline', message: `${nameOf(deviceId)} is not connected; its terminal waits for it.` }
}
