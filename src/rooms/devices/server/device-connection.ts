// One socket of a device: frames in by schema, frames out within bounds, and `hello` before anything else.
import { randomBytes } from 'node:crypto'
import type { RawData } from 'ws'
import type { FrameSocket, CorkedWire } from '#platform/server/ws/frame-socket.ts'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { MetricCounter } from '#platform/server/metrics/metrics.ts'
import type { Timers } from '#platform/server/timers.ts'
import { closeCodes, envelopeVersion, frameLimitBytes } from '../contract/envelopes.ts'
import type { FromDevice, Hello, StreamFrame } from '../contract/from-device.ts'
import type { FromHub } from '../contract/from-hub.ts'
import { readFromDevice } from '../core/channel/read-from-device.ts'

/** A frame without what every frame has. */
type Body<F> = F extends { readonly type: string } ? Omit<F, 'v' | 'id' | 'ts'> : never
export type HubFrame = Body<FromHub>

/** Frames of a device after its `hello`. */
export type DeviceFrame = Exclude<FromDevice, Hello>

export interface DeviceConnection {
  /** Sends a frame and answers its id. A device that does not read is cut off. */
  send(frame: HubFrame): string
  /** Sends them in one write, as far as they fit: a write each costs more than all else of a short frame. */
  sendTogether(frames: readonly HubFrame[]): void
  /** Ends the socket; frames that still come are dropped. */
  close(code: keyof typeof closeCodes, reason: string): void
  /** Whether it was closed, by either side. */
  isOver(): boolean
  /** Sends in this order what must not be lost to a device that reads slowly: each when the ones before are on their way. */
  sendInTurn(frame: HubFrame): void
  /** Reads no more until `resume`: what the device sends waits on its way. */
  pause(): void
  resume(): void
  /**
   * Parses a frame that `onOutput` got. `other`: it is not of a stream, and `onFrame` had it; `broken`: it is none, and the
   * connection is closed for it.
   */
  read(unread: string): StreamFrame | 'other' | 'broken'
}

export type ConnectionParts = {
  readonly deviceId: string
  readonly socket: FrameSocket
  /** Below the socket; null for one that never leaves the process. */
  readonly wire: CorkedWire | null
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly unknownFrames: MetricCounter
  readonly onHello: (hello: Hello) => void
  /** `unknown` frames are counted here already. */
  readonly onFrame: (frame: DeviceFrame, bytes: number) => void
  /** What looks like output of a session, to be read by `read` when it has time: nobody waits for a line of it. */
  readonly onOutput: (unread: string) => void
  /** Once; `isGoodbye` when the daemon ended it in order. */
  readonly onClose: (isGoodbye: boolean) => void
}

/** No daemon needs longer for its first frame. */
export const helloTimeoutMs = 10_000
/** A peer that does not answer the close frame is cut off after this. */
const closeGraceMs = 250
/** Unsent to one device, in bytes: it does not read. */
const unsentLimitBytes = frameLimitBytes
/** How soon it is looked again whether what was sent is on its way. */
const drainMs = 20
/** So many frames are one write: far less than what counts as unread. */
const mostTogether = 256
/** RFC 6455: normal closure, and a peer that goes away in order. */
const goodbyes: readonly number[] = [1000, 1001]

export function openConnection(parts: ConnectionParts): DeviceConnection {
  return new Connection(parts)
}

class Connection implements DeviceConnection {
  readonly #parts: ConnectionParts
  readonly #cancelHello: () => void
  readonly #inTurn: HubFrame[] = []
  /** Ids are of this connection and count up: some thousand acknowledgements a second need no randomness each. */
  readonly #name = randomBytes(6).toString('base64url')
  #sent = 0
  #isWaiting = false
  #isOver = false
  #isGreeted = false

  constructor(parts: ConnectionParts) {
    const { socket, timers } = parts
    this.#parts = parts
    this.#cancelHello = timers.after(helloTimeoutMs, () => this.close('no_hello', 'no hello came'))
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('close', (code) => {
      this.#isOver = true
      this.#cancelHello()
      parts.onClose(goodbyes.includes(code))
    })
  }

  send(frame: HubFrame): string {
    const { socket, clock } = this.#parts
    this.#sent += 1
    const id = `${this.#name}.${this.#sent.toString(36)}`
    if (this.#isOver) return id
    if (socket.bufferedAmount > unsentLimitBytes) this.close('unread', 'frames were not read')
    else socket.send(JSON.stringify({ v: envelopeVersion, id, ts: toIso(clock.now()), ...frame }))
    return id
  }

  sendTogether(frames: readonly HubFrame[]): void {
    const { wire } = this.#parts
    for (let from = 0; from < frames.length; from += mostTogether) {
      wire?.cork()
      for (const frame of frames.slice(from, from + mostTogether)) this.send(frame)
      wire?.uncork()
    }
  }

  sendInTurn(frame: HubFrame): void {
    this.#inTurn.push(frame)
    this.#sendWaiting()
  }

  close(code: keyof typeof closeCodes, reason: string): void {
    const { socket, timers } = this.#parts
    this.#isOver = true
    this.#cancelHello()
    socket.close(closeCodes[code], reason)
    timers.after(closeGraceMs, () => socket.terminate())
  }

  isOver(): boolean {
    return this.#isOver
  }

  pause(): void {
    this.#parts.socket.pause()
  }

  resume(): void {
    this.#parts.socket.resume()
  }

  read(unread: string): StreamFrame | 'other' | 'broken' {
    const read = this.#parse(unread)
    if (read.kind !== 'frame') return read.kind === 'broken' ? 'broken' : 'other'
    const { frame } = read
    if ('seq' in frame) return frame
    this.#hear(frame, unread.length)
    return 'other'
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    if (isBinary) return this.#refuse('a binary frame')
    const text = textOf(data)
    if (this.#isGreeted && looksLikeOutput(text)) return this.#parts.onOutput(text)
    const read = this.#parse(text)
    if (read.kind === 'frame') this.#hear(read.frame, text.length)
  }

  #parse(text: string): ReturnType<typeof readFromDevice> {
    const read = readFromDevice(text)
    if (read.kind === 'unknown') this.#parts.unknownFrames.add()
    if (read.kind === 'broken') this.#refuse(read.reason)
    return read
  }

  #refuse(reason: string): void {
    const { log, deviceId } = this.#parts
    log.warn({ device_id: deviceId, reason }, 'a device sent a frame that is none')
    this.close('bad_frame', reason.slice(0, 100))
  }

  #hear(frame: FromDevice, bytes: number): void {
    if (this.#isGreeted !== (frame.type !== 'hello'))
      return this.close('bad_frame', `${frame.type} is out of its place`)
    if (frame.type !== 'hello') return this.#parts.onFrame(frame, bytes)
    this.#isGreeted = true
    this.#cancelHello()
    this.#parts.onHello(frame)
  }

  #sendWaiting(): void {
    const { socket, timers } = this.#parts
    while (!this.#isWaiting && !this.#isOver) {
      if (socket.bufferedAmount > unsentLimitBytes / 2) {
        this.#isWaiting = true
        timers.after(drainMs, () => {
          this.#isWaiting = false
          this.#sendWaiting()
        })
        return
      }
      const next = this.#inTurn.shift()
      if (next === undefined) return
      this.send(next)
    }
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

/** Without parsing it. In a text of a frame its quotes would be escaped; what else has them is read later, too. */
function looksLikeOutput(frame: string): boolean {
  return frame.includes('"type":"session.std')
}
