// What one connection of a device says of its runs: taken one after the other, acknowledged together, and no faster than it
// can be written down.
import type { Timers } from '#platform/server/timers.ts'
import type { StreamMark } from '../../contract/envelopes.ts'
import type { StreamFrame } from '../../contract/from-device.ts'
import { textOfRun } from '../../core/streams/text-of-run.ts'
import type { DeviceConnection } from '../device-connection.ts'
import type { OutputTurns } from './output-turns.ts'
import type { Heard, OutputEnvelope, PlainEnvelope, Streams } from './streams.ts'

/** Acknowledgements are cumulative: so many of a flood travel as one. */
const ackEveryMs = 100
/** Frames that wait to be written down, in bytes: above this the device is not read, and below half of it again. */
const mostWaiting = 4 * 1024 * 1024
/** A device with so many of them sends faster than lines are printed for people: its output is gathered no longer. */
const muchWaiting = 256 * 1024

export interface FrameInbox {
  take(frame: StreamFrame, bytes: number): void
  /** As above, of what looks like output: it is parsed in its turn, so that what is not output is read and committed sooner. */
  takeUnread(unread: string): void
  /** Drops what waits, and resolves once the frame at work is done: whoever goes on asks from where. */
  end(): Promise<void>
  /** Takes nothing more, writes down what waits, and ends: of a device that never comes back nothing comes again. */
  finish(): Promise<void>
}

export type InboxParts = {
  readonly deviceId: string
  readonly connection: DeviceConnection
  readonly streams: Pick<Streams, 'hear' | 'hearOutput'>
  readonly timers: Timers
  readonly turns: OutputTurns
  readonly onForeign: () => void
}

/** A frame that was read, or is still to be. */
type Waiting = { readonly frame: StreamFrame | string; readonly bytes: number }
/** Output of one run that is read and not written down yet. */
type Gathered = { readonly frames: [OutputEnvelope, ...OutputEnvelope[]]; bytes: number }

export function openInbox(parts: InboxParts): FrameInbox {
  return new FrameQueue(parts)
}

class FrameQueue implements FrameInbox {
  readonly #parts: InboxParts
  #waiting: Waiting[] = []
  /** By the run. */
  readonly #gathered = new Map<string, Gathered>()
  readonly #marks = new Map<string, StreamMark>()
  readonly #stopAcks: () => void
  #bytes = 0
  #isPaused = false
  /** Nothing more is taken. */
  #isClosed = false
  /** What waits is dropped. */
  #isOver = false
  /** Output waits, and has a turn. */
  #hasTurn = false
  #working: Promise<void> | null = null

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.#stopAcks = parts.timers.every(ackEveryMs, () => this.#acknowledge())
  }

  take(frame: StreamFrame, bytes: number): void {
    if (isOutput(frame)) return this.#takeOutput({ frame, bytes })
    this.#keep({ frame, bytes })
    if (this.#working !== null || this.#isClosed) return
    this.#parts.turns.letPass()
    this.#working = this.#readAll().finally(() => (this.#working = null))
  }

  takeUnread(unread: string): void {
    this.#takeOutput({ frame: unread, bytes: unread.length })
  }

  async end(): Promise<void> {
    this.#stop()
    this.#stopAcks()
    await this.#working
  }

  async finish(): Promise<void> {
    this.#isClosed = true
    await this.#writeAll()
    await this.end()
  }

  #takeOutput(output: Waiting): void {
    this.#keep(output)
    if (this.#isClosed) return
    if (!this.#hasTurn) this.#askForTurn()
    if (this.#bytes > muchWaiting) this.#parts.turns.hurry()
  }

  #askForTurn(): void {
    this.#hasTurn = true
    this.#parts.turns.add(async () => {
      this.#hasTurn = false
      await this.#writeAll()
    })
  }

  #keep(waiting: Waiting): void {
    if (this.#isClosed) return
    this.#waiting.push(waiting)
    this.#bytes += waiting.bytes
    if (this.#isPaused || this.#bytes <= mostWaiting) return
    this.#isPaused = true
    this.#parts.connection.pause()
  }

  /** Once what is at work is done: one at a time, so that each stream keeps its order. */
  async #writeAll(): Promise<void> {
    while (this.#working !== null) await this.#working
    this.#working = this.#writeEach().finally(() => (this.#working = null))
    await this.#working
  }

  /** What comes meanwhile and is no output does not wait for the rest of it. */
  async #writeEach(): Promise<void> {
    for (;;) {
      await this.#readAll()
      const [run] = this.#gathered.keys()
      if (run === undefined) return
      await this.#write(run)
    }
  }

  /** Of what is no output, what came before of the same run goes first: each stream is heard in its order. */
  async #readAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const all = this.#waiting
      this.#waiting = []
      for (const { frame: unread, bytes } of all) {
        if (this.#isOver) return
        const frame = typeof unread === 'string' ? this.#parts.connection.read(unread) : unread
        if (frame === 'broken') this.#stop()
        else if (frame === 'other') this.#settle(bytes)
        else if (isOutput(frame)) this.#gather(frame, bytes)
        else await this.#hear(frame, bytes)
      }
    }
  }

  async #hear(frame: PlainEnvelope, bytes: number): Promise<void> {
    const run = textOfRun(frame)
    if (this.#gathered.has(run)) await this.#write(run)
    if (this.#isOver) return
    this.#note(await this.#parts.streams.hear(this.#parts.deviceId, frame))
    this.#settle(bytes)
  }

  #gather(frame: OutputEnvelope, bytes: number): void {
    const run = textOfRun(frame)
    const gathered = this.#gathered.get(run)
    if (gathered === undefined) return void this.#gathered.set(run, { frames: [frame], bytes })
    gathered.frames.push(frame)
    gathered.bytes += bytes
  }

  async #write(run: string): Promise<void> {
    const gathered = this.#gathered.get(run)
    if (gathered === undefined) return
    this.#gathered.delete(run)
    const { frames } = gathered
    this.#note(await this.#parts.streams.hearOutput(this.#parts.deviceId, frames), frames.length)
    this.#settle(gathered.bytes)
  }

  /** They wait no longer. */
  #settle(bytes: number): void {
    this.#bytes -= bytes
    if (!this.#isPaused || this.#bytes >= mostWaiting / 2) return
    this.#isPaused = false
    this.#parts.connection.resume()
  }

  #note(heard: Heard, frames = 1): void {
    if (heard.kind === 'foreign') {
      for (let frame = 0; frame < frames; frame += 1) this.#parts.onForeign()
      return
    }
    if (heard.kind === 'have') {
      const { session_id, run_id } = heard.mark
      this.#marks.set(textOfRun({ session_id, run_id }), heard.mark)
      return
    }
    this.#stop()
    this.#parts.connection.close('go_on_anew', heard.reason.slice(0, 100))
  }

  #stop(): void {
    this.#waiting = []
    this.#gathered.clear()
    this.#isClosed = true
    this.#isOver = true
  }

  #acknowledge(): void {
    if (this.#marks.size === 0) return
    const acks = [...this.#marks.values()].map((mark) => ({ type: 'session.ack', ...mark }) as const)
    this.#marks.clear()
    this.#parts.connection.sendTogether(acks)
  }
}

/** It changes no state of a session. */
function isOutput(frame: StreamFrame): frame is OutputEnvelope {
  return frame.type === 'session.stdout' || frame.type === 'session.stderr'
}
