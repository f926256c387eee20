// What one connection of a device says of its runs: taken one after the other, acknowledged together, and no faster than it
// can be written down.
import type { Timers } from '#platform/server/timers.ts'
import type { StreamMark } from '../../contract/envelopes.ts'
import type { StreamFrame } from '../../contract/from-device.ts'
import { textOfRun } from '../../core/streams/text-of-run.ts'
import type { DeviceConnection } from '../device-connection.ts'
import type { OutputTurns } from './output-turns.ts'
import type { Heard, Streams } from './streams.ts'

/** Acknowledgements are cumulative: so many of a flood travel as one. */
const ackEveryMs = 100
/** Frames that wait to be written down, in bytes: above this the device is not read, and below half of it again. */
const mostWaiting = 4 * 1024 * 1024

/** They change no state of a session. */
const outputTypes: ReadonlySet<string> = new Set<StreamFrame['type']>(['session.stdout', 'session.stderr'])

export interface FrameInbox {
  take(frame: StreamFrame, bytes: number): void
  /** Drops what waits, and resolves once the frame at work is done: whoever goes on asks from where. */
  end(): Promise<void>
}

export type InboxParts = {
  readonly deviceId: string
  readonly connection: DeviceConnection
  readonly streams: Pick<Streams, 'hear'>
  readonly timers: Timers
  readonly turns: OutputTurns
  readonly onForeign: () => void
}

export function openInbox(parts: InboxParts): FrameInbox {
  return new FrameQueue(parts)
}

class FrameQueue implements FrameInbox {
  readonly #parts: InboxParts
  readonly #waiting: { readonly frame: StreamFrame; readonly bytes: number }[] = []
  readonly #marks = new Map<string, StreamMark>()
  readonly #stopAcks: () => void
  #bytes = 0
  #isPaused = false
  #isOver = false
  /** Output alone waits, and has a turn. */
  #hasTurn = false
  #working: Promise<void> | null = null

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.#stopAcks = parts.timers.every(ackEveryMs, () => this.#acknowledge())
  }

  take(frame: StreamFrame, bytes: number): void {
    if (this.#isOver) return
    this.#waiting.push({ frame, bytes })
    this.#bytes += bytes
    if (!this.#isPaused && this.#bytes > mostWaiting) {
      this.#isPaused = true
      this.#parts.connection.pause()
    }
    if (this.#working !== null) return
    if (!outputTypes.has(frame.type)) {
      this.#parts.turns.letPass()
      return this.#begin()
    }
    if (this.#hasTurn) return
    this.#hasTurn = true
    this.#parts.turns.add(async () => {
      this.#hasTurn = false
      this.#begin()
      await this.#working
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#waiting.length = 0
    this.#stopAcks()
    await this.#working
  }

  /** What came before goes first, output too: each stream is heard in its order. */
  #begin(): void {
    this.#working ??= this.#work().finally(() => (this.#working = null))
  }

  async #work(): Promise<void> {
    const { deviceId, streams, connection } = this.#parts
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const heard = await streams.hear(deviceId, next.frame)
      this.#bytes -= next.bytes
      if (this.#isPaused && this.#bytes < mostWaiting / 2) {
        this.#isPaused = false
        connection.resume()
      }
      this.#note(heard)
    }
  }

  #note(heard: Heard): void {
    if (heard.kind === 'foreign') return this.#parts.onForeign()
    if (heard.kind === 'have') {
      const { session_id, run_id } = heard.mark
      this.#marks.set(textOfRun({ session_id, run_id }), heard.mark)
      return
    }
    this.#waiting.length = 0
    this.#isOver = true
    this.#parts.connection.close('go_on_anew', heard.reason.slice(0, 100))
  }

  #acknowledge(): void {
    if (this.#marks.size === 0) return
    const acks = [...this.#marks.values()].map((mark) => ({ type: 'session.ack', ...mark }) as const)
    this.#marks.clear()
    this.#parts.connection.sendTogether(acks)
  }
}
