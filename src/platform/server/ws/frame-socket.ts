// What a conversation needs of a WebSocket, and two ends of one that never leaves the process.
import { EventEmitter } from 'node:events'
import type { RawData } from 'ws'

/** A WebSocket is one. */
export interface FrameSocket {
  /** Sent, and not yet on its way. */
  readonly bufferedAmount: number
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown
  on(event: 'close', listener: (code: number, reason: Buffer) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  send(text: string): void
  close(code?: number, reason?: string): void
  terminate(): void
  pause(): void
  resume(): void
}

/** What carries the frames: what is sent while it is corked leaves in one write. */
export type CorkedWire = { cork(): void; uncork(): void }

/** What one end sends, the other hears, in turns of their own; both are closed once one is. */
export function createSocketPair(): readonly [FrameSocket, FrameSocket] {
  const [one, other] = [new EndOfPair(), new EndOfPair()]
  one.meet(other)
  other.meet(one)
  return [one, other]
}

/** RFC 6455: a connection that ended without a close frame. */
const abnormal = 1006

class EndOfPair extends EventEmitter implements FrameSocket {
  #other: EndOfPair | null = null
  /** For this end, and not heard yet. */
  readonly #coming: string[] = []
  #comingBytes = 0
  #isPaused = false
  #isScheduled = false
  #isClosed = false

  meet(other: EndOfPair): void {
    this.#other = other
  }

  get bufferedAmount(): number {
    return this.#other?.waitingBytes() ?? 0
  }

  send(text: string): void {
    if (!this.#isClosed) this.#other?.take(text)
  }

  close(code = 1005, reason = ''): void {
    this.#end(code, reason)
  }

  terminate(): void {
    this.#end(abnormal, '')
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#schedule()
  }

  waitingBytes(): number {
    return this.#comingBytes
  }

  take(text: string): void {
    this.#coming.push(text)
    this.#comingBytes += text.length
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const text = this.#isPaused || this.#isClosed ? undefined : this.#coming.shift()
      if (text === undefined) return
      this.#comingBytes -= text.length
      this.emit('message', Buffer.from(text), false)
      if (this.#coming.length > 0) this.#schedule()
    })
  }

  #end(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    setImmediate(() => this.emit('close', code, Buffer.from(reason)))
    this.#other?.close(code, reason)
  }
}
