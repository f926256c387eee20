// One connection with the hub, from `hello` to its end: heartbeats, their acknowledgements, and what the hub asks.
import { randomBytes } from 'node:crypto'
import type { RawData } from 'ws'
import type { FrameSocket } from '#platform/server/ws/frame-socket.ts'
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { isSignedBy } from '#platform/server/ed25519.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { closeCodes, envelopeVersion } from '../contract/envelopes.ts'
import type { FromDevice, RecipientProof } from '../contract/from-device.ts'
import type { FromHub, RequestFrame, TerminalFrame, Welcome } from '../contract/from-hub.ts'
import { ackTimeoutMs, hasSlept, isAckOverdue, type Moment } from '../core/channel/liveness.ts'
import { readFromHub } from '../core/channel/read-from-hub.ts'
import { revokedText, welcomeText } from '../core/keys/signed-texts.ts'
import { newNonce, type Paired } from './device-home.ts'
import type { HostLook } from './host-look.ts'
import type { Work } from './work/keeper.ts'

/** How a connection ended; `wasWelcomed` tells that the hub proved itself. */
export type Ended = {
  readonly kind: 'lost' | 'stopped' | 'revoked' | 'wrong_hub' | 'no_protocol' | 'clone'
  readonly reason: string
  readonly wasWelcomed: boolean
}

export type ConversationParts = {
  readonly socket: FrameSocket
  readonly paired: Paired
  readonly protocol: number
  readonly instanceId: string
  readonly bootId: string
  readonly version: string
  readonly look: HostLook
  /** The proof of what secrets of this machine are encrypted to. */
  readonly proveRecipient: () => Promise<RecipientProof>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly stop: AbortSignal
  readonly work: Work
  /** `hubs`: where the nodes of the hub are reached; none where it told none. */
  readonly onWelcome: (hubs: readonly string[]) => void
}

/** How often it is looked whether the hub still answers, and whether the machine slept. */
const lookMs = secondMs
/** After a sleep a hub that is there answers within this. */
const probeTimeoutMs = 5 * secondMs
/** A hub that does not answer the close frame is cut off after this. */
const closeGraceMs = 500

type Body<F> = F extends { readonly type: string } ? Omit<F, 'v' | 'id' | 'ts'> : never

/** Resolves when it is over; never rejects. */
export function converse(parts: ConversationParts): Promise<Ended> {
  return new Conversation(parts).ended
}

class Conversation {
  readonly ended: Promise<Ended>
  readonly #parts: ConversationParts
  readonly #nonce = newNonce()
  readonly #resolve: (ended: Ended) => void
  readonly #stops: (() => void)[] = []
  #welcome: Welcome | null = null
  #isOver = false
  #beats = 0
  /** When the oldest frame was sent that waits for an answer of the hub; the greeting is the first. */
  #waitingSinceMs: number | null
  #timeoutMs = ackTimeoutMs
  #lastLook: Moment

  constructor(parts: ConversationParts) {
    const { promise, resolve } = Promise.withResolvers<Ended>()
    this.ended = promise
    this.#resolve = resolve
    this.#parts = parts
    this.#lastLook = this.#moment()
    this.#waitingSinceMs = parts.timers.passedMs()
    this.#listen()
    void this.#greet()
  }

  #listen(): void {
    const { socket, stop, timers } = this.#parts
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('close', (code, reason) => this.#closed(code, reason.toString()))
    socket.on('error', () => socket.terminate())
    socket.resume()
    this.#stops.push(timers.every(lookMs, () => this.#look()))
    const onStop = (): void => this.#end('stopped', 'the daemon was stopped')
    stop.addEventListener('abort', onStop)
    this.#stops.push(() => stop.removeEventListener('abort', onStop))
    if (stop.aborted) onStop()
  }

  async #greet(): Promise<void> {
    const { protocol, version, bootId, instanceId, look } = this.#parts
    const { capabilities, installedHarnesses } = await look.read()
    const vault = await this.#proof()
    this.#send({
      type: 'hello',
      protocol,
      version,
      boot_id: bootId,
      instance_id: instanceId,
      capabilities,
      installedHarnesses,
      runs: this.#parts.work.known(),
      nonce: this.#nonce,
      ...(vault === null ? {} : { vault }),
    })
  }

  /** A machine that can't prove a recipient works all the same, and reads no secret. */
  async #proof(): Promise<RecipientProof | null> {
    try {
      return await this.#parts.proveRecipient()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'what secrets are encrypted to could not be read')
      return null
    }
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    const read = isBinary ? ({ kind: 'broken', reason: 'a binary frame' } as const) : readFromHub(textOf(data))
    if (read.kind === 'unknown')
      return this.#parts.log.debug({ type: read.type }, 'the hub sent a frame of an unknown type')
    if (read.kind === 'broken') return this.#end('lost', `the hub sent a frame that is none: ${read.reason}`)
    const { frame } = read
    if (frame.type === 'welcome') return this.#greeted(frame)
    // Whoever has not proven to be the hub is not obeyed.
    if (this.#welcome !== null) this.#obey(frame)
  }

  #greeted(welcome: Welcome): void {
    const { paired, onWelcome, timers } = this.#parts
    if (this.#welcome !== null) return
    if (!isSignedBy(paired.hub_public_key, welcomeText(this.#nonce, paired.device_id), welcome.signature)) {
      return this.#end('wrong_hub', 'whoever answers there is not the hub that this machine is paired with')
    }
    this.#welcome = welcome
    this.#waitingSinceMs = null
    this.#timeoutMs = welcome.limits.ack_timeout_ms
    onWelcome(welcome.hubs ?? [])
    const { socket, work } = this.#parts
    const channel = {
      send: (text: string) => void (this.#isOver || socket.send(text)),
      unsentBytes: () => socket.bufferedAmount,
      unsentLimit: welcome.limits.unsent_bytes,
    }
    work.join(channel, welcome.resume)
    this.#stops.push(() => work.leave())
    this.#stops.push(timers.every(welcome.interval_ms, () => void this.#beat()))
    void this.#beat()
  }

  #obey(frame: Exclude<FromHub, Welcome>): void {
    if (frame.type === 'heartbeat.ack') {
      this.#waitingSinceMs = null
      this.#timeoutMs = this.#welcome?.limits.ack_timeout_ms ?? ackTimeoutMs
    } else if (frame.type === 'ping') this.#send({ type: 'pong', to: frame.id })
    else if (frame.type === 'caps.refresh') void this.#refresh(frame.id)
    else if (frame.type === 'shutdown') this.#end('lost', 'the hub is going down')
    else if (frame.type === 'revoked') this.#revoked(frame.signature)
    else this.#work(frame)
  }

  #work(frame: Exclude<FromHub, Welcome>): void {
    const { log, work } = this.#parts
    if (frame.type === 'session.start') work.start(frame)
    else if (frame.type === 'session.cancel') work.cancel(frame)
    else if (frame.type === 'session.ack') work.acknowledge(frame)
    else if (frame.type === 'approval.answer') work.answer(frame.approval_id, frame.decision)
    else if (isLook(frame)) work.show(frame)
    else log.debug({ type: frame.type }, 'the hub asks for what this daemon does not do')
  }

  /** Whoever is between can say it; the hub alone can sign it for this connection. */
  #revoked(signature: string): void {
    const { hub_public_key: key, device_id: id } = this.#parts.paired
    if (isSignedBy(key, revokedText(this.#nonce, id), signature)) this.#end('revoked', 'the hub revoked this device')
  }

  async #beat(): Promise<void> {
    const facts = await this.#parts.look.read()
    this.#beats += 1
    this.#waitingSinceMs ??= this.#parts.timers.passedMs()
    this.#send({ type: 'heartbeat', n: this.#beats, ...facts })
  }

  async #refresh(asked: string): Promise<void> {
    this.#parts.look.forget()
    await this.#beat()
    this.#send({ type: 'result', to: asked, ok: true, value: null })
  }

  #look(): void {
    const now = this.#moment()
    const slept = hasSlept(this.#lastLook, now)
    this.#lastLook = now
    if (isAckOverdue(this.#waitingSinceMs, now.passedMs, this.#timeoutMs)) {
      return this.#end('lost', 'the hub does not answer any more')
    }
    if (!slept || this.#welcome === null) return
    // No close ever comes of a sleep: the hub has a moment to answer.
    this.#waitingSinceMs = now.passedMs
    this.#timeoutMs = probeTimeoutMs
    void this.#beat()
  }

  #closed(code: number, reason: string): void {
    const said = reason === '' ? `the connection ended (${code})` : reason
    if (code === closeCodes.no_protocol) return this.#end('no_protocol', said)
    this.#end(code === closeCodes.clone ? 'clone' : 'lost', said)
  }

  #send(body: Body<FromDevice>): void {
    const { socket, clock } = this.#parts
    const id = randomBytes(9).toString('base64url')
    if (!this.#isOver) socket.send(JSON.stringify({ v: envelopeVersion, id, ts: toIso(clock.now()), ...body }))
  }

  #end(kind: Ended['kind'], reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const stop of this.#stops) stop()
    const { socket, timers } = this.#parts
    // A goodbye tells the hub that nobody is coming back at once.
    socket.close(kind === 'stopped' ? 1000 : 4000)
    timers.after(closeGraceMs, () => socket.terminate())
    this.#resolve({ kind, reason, wasWelcomed: this.#welcome !== null })
  }

  #moment(): Moment {
    const { clock, timers } = this.#parts
    return { wallMs: clock.now(), passedMs: timers.passedMs() }
  }
}

/** A person at the hub looks at a terminal here. */
function isLook(frame: FromHub): frame is TerminalFrame | RequestFrame {
  return frame.type === 'request' || frame.type.startsWith('terminal.')
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
