// Which device is connected by which socket: one each. Greets them, hears their heartbeats, and asks them things.
import type { FrameSocket, CorkedWire } from '#platform/server/ws/frame-socket.ts'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { localDeviceId } from '../contract.ts'
import { frameLimitBytes } from '../contract/envelopes.ts'
import type { DeviceResult, FromTerminal, Heartbeat, Hello } from '../contract/from-device.ts'
import { ownProtocols } from '../contract/keys.ts'
import { ackTimeoutMs, heartbeatInterval } from '../core/channel/liveness.ts'
import { sideToUpdate } from '../core/channel/protocol.ts'
import { revokedText, welcomeText } from '../core/keys/signed-texts.ts'
import type { ChannelCounters } from './channel-counters.ts'
import type { DeviceBook } from './device-book.ts'
import type { DeviceTerminals } from './device-terminals.ts'
import { openConnection, type DeviceConnection, type DeviceFrame, type HubFrame } from './device-connection.ts'
import type { HubIdentityKey } from './identity/hub-identity.ts'
import type { FabricHub } from './runs/fabric-hub.ts'
import { openInbox, type FrameInbox } from './runs/inbox.ts'
import { hearRecipient } from './recipients.ts'
import { createOutputTurns, type OutputTurns } from './runs/output-turns.ts'

export type ConnectionsParts = {
  readonly book: DeviceBook
  readonly hub: HubIdentityKey
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly log: Log
  readonly counters: ChannelCounters
  readonly sessions: Pick<FabricHub, 'greet' | 'hear' | 'hearOutput' | 'isSecond' | 'otherAt'>
  readonly terminals: Pick<DeviceTerminals, 'hear' | 'leave'>
  /** A frame or a run that is none of the device's. */
  readonly onForeign: (deviceId: string) => void
  /** Whether the device answers a ping at another node. Never rejects. */
  readonly answersAt: (node: string, deviceId: string) => Promise<boolean>
  /** Where this hub is reached, by each of its nodes; none where it is alone. Never rejects. */
  readonly hubs: () => Promise<string[]>
}

export interface Connections {
  /** Takes the socket of a device whose token was judged. */
  accept(deviceId: string, socket: FrameSocket, wire?: CorkedWire): void
  /** Milliseconds until the device answered; null for one that is away or silent. */
  ping(deviceId: string): Promise<number | null>
  /** Lets the device look anew at what it has; false for one that is away or silent. */
  refresh(deviceId: string): Promise<boolean>
  /** Whether a device is connected and was welcomed. */
  isThere(deviceId: string): boolean
  /** What the device answers to a question; null for one that is away or silent. */
  request(deviceId: string, what: string, about: object): Promise<DeviceResult | null>
  /** To a device that is connected; nothing for one that is not. */
  send(deviceId: string, frame: HubFrame): void
  /** Another node holds the device: its socket is closed, and what it said and is not written down yet is dropped. */
  letGo(deviceId: string): Promise<void>
  /** Tells the device that it is revoked and ends its socket, both at once; resolves when nothing that it said is at work. */
  revoke(deviceId: string): Promise<void>
  /** Says goodbye to all of them, and resolves when nothing that they said is at work. */
  close(): Promise<void>
}

/** A device answers a ping in milliseconds; one that takes longer than this is not there. */
export const answerTimeoutMs = 5000
/** A look at graphics cards and models takes seconds on a busy machine. */
const refreshTimeoutMs = 20_000

type Greeted = { readonly connection: DeviceConnection; readonly hello: Hello; isWelcome: boolean }

/** What answers a question of the hub. */
type Answer = Extract<DeviceFrame, { readonly type: 'pong' | 'result' }>

type Taken = {
  readonly deviceId: string
  readonly connection: DeviceConnection
  readonly frame: DeviceFrame
  readonly bytes: number
}

export function createConnections(parts: ConnectionsParts): Connections {
  return new OneEach(parts)
}

class OneEach implements Connections {
  readonly #parts: ConnectionsParts
  readonly #greeted = new Map<string, Greeted>()
  /** Everything that is open, greeted or not. */
  readonly #open = new Map<DeviceConnection, string>()
  /** What waits for an answer, by the id of the frame that asked. */
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  /** One a device, of the connection that was welcomed last. */
  readonly #inboxes = new Map<string, FrameInbox>()
  readonly #turns: OutputTurns

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
    this.#turns = createOutputTurns(parts.timers)
  }

  accept(deviceId: string, socket: FrameSocket, wire: CorkedWire | null = null): void {
    const { counters, clock, timers, log } = this.#parts
    const connection = openConnection({
      socket,
      wire,
      clock,
      timers,
      log,
      deviceId,
      unknownFrames: counters.unknown,
      onHello: (hello) => void this.#greet(deviceId, { connection, hello, isWelcome: false }),
      onFrame: (frame, bytes) => this.#take({ deviceId, connection, frame, bytes }),
      onOutput: (unread) => this.#takeUnread(deviceId, connection, unread),
      onClose: (isGoodbye) => this.#gone(deviceId, connection, isGoodbye),
    })
    this.#open.set(connection, deviceId)
  }

  async ping(deviceId: string): Promise<number | null> {
    const greeted = this.#greeted.get(deviceId)
    if (greeted === undefined) return null
    const startedMs = this.#parts.timers.passedMs()
    const answer = await this.#ask(greeted.connection, { type: 'ping' }, answerTimeoutMs)
    return answer !== null ? this.#parts.timers.passedMs() - startedMs : null
  }

  async refresh(deviceId: string): Promise<boolean> {
    const greeted = this.#greeted.get(deviceId)
    if (greeted === undefined) return false
    return (await this.#ask(greeted.connection, { type: 'caps.refresh' }, refreshTimeoutMs)) !== null
  }

  isThere(deviceId: string): boolean {
    return this.#greeted.get(deviceId)?.isWelcome === true
  }

  async request(deviceId: string, what: string, about: object): Promise<DeviceResult | null> {
    const greeted = this.#greeted.get(deviceId)
    if (greeted?.isWelcome !== true) return null
    const answer = await this.#ask(greeted.connection, { type: 'request', what, about }, answerTimeoutMs)
    return answer?.type === 'result' ? answer : null
  }

  send(deviceId: string, frame: HubFrame): void {
    const greeted = this.#greeted.get(deviceId)
    // One that is not welcome yet hears of it with its welcome.
    if (greeted?.isWelcome === true) greeted.connection.sendInTurn(frame)
  }

  async revoke(deviceId: string): Promise<void> {
    const greeted = this.#greeted.get(deviceId)
    greeted?.connection.send({
      type: 'revoked',
      signature: this.#parts.hub.sign(revokedText(greeted.hello.nonce, deviceId)),
    })
    for (const [connection, id] of this.#open)
      if (id === deviceId) connection.close('revoked', 'this device is revoked')
    this.#greeted.delete(deviceId)
    this.#parts.terminals.leave(deviceId)
    await this.#inboxes.get(deviceId)?.finish()
    this.#inboxes.delete(deviceId)
  }

  async letGo(deviceId: string): Promise<void> {
    const greeted = this.#greeted.get(deviceId)
    // One that is on its way here is about to take it back.
    if (greeted?.isWelcome !== true) return
    this.#greeted.delete(deviceId)
    greeted.connection.close('moved', 'the device is connected to another node')
    this.#parts.terminals.leave(deviceId)
    this.#parts.book.moved(deviceId)
    await this.#inboxes.get(deviceId)?.end()
    this.#inboxes.delete(deviceId)
  }

  async close(): Promise<void> {
    for (const { connection } of this.#greeted.values()) connection.send({ type: 'shutdown', retry_after_ms: 0 })
    await Promise.all([...this.#inboxes.values()].map((inbox) => inbox.end()))
  }

  /** One socket a device: the same daemon replaces its older one, another machine has to wait until that one is gone. */
  async #greet(deviceId: string, greeted: Greeted): Promise<void> {
    const { connection, hello } = greeted
    const older = sideToUpdate(hello.protocol, ownProtocols)
    if (older !== null) {
      this.#parts.book.misunderstood(deviceId, older)
      return connection.close('no_protocol', `no common protocol: update the ${older}`)
    }
    const present = this.#greeted.get(deviceId)
    if (present !== undefined && present.hello.instance_id !== hello.instance_id) {
      const answer = await this.#ask(present.connection, { type: 'ping' }, answerTimeoutMs)
      if (connection.isOver()) return
      if (answer !== null && this.#greeted.get(deviceId) === present) return this.#refuseClone(deviceId, connection)
    }
    // At another node it is the one that came later: this one was here before, and both live.
    if (this.#parts.sessions.isSecond(deviceId, hello.instance_id)) return this.#refuseClone(deviceId, connection)
    if (this.#parts.sessions.otherAt(deviceId, hello.instance_id) !== null) {
      const isCopy = await this.#answersElsewhere(deviceId, hello)
      if (connection.isOver()) return
      if (isCopy) return this.#refuseClone(deviceId, connection)
      // The one that was there may have come here meanwhile.
      if (this.#greeted.get(deviceId) !== present) return this.#greet(deviceId, greeted)
    }
    await this.#welcome(deviceId, greeted)
  }

  /** Whether another machine with the key answers at the node to which it is connected, and at the next one if it moves. */
  async #answersElsewhere(deviceId: string, hello: Hello): Promise<boolean> {
    const { sessions, answersAt } = this.#parts
    for (let asked: string | null = null; ;) {
      const node = sessions.otherAt(deviceId, hello.instance_id)
      if (node === null || node === asked) return false
      if (await answersAt(node, deviceId)) return true
      asked = node
    }
  }

  #refuseClone(deviceId: string, connection: DeviceConnection): void {
    const { book, clock, counters, log } = this.#parts
    counters.clones.add()
    connection.close('clone', 'another machine is connected with this key')
    log.warn({ device_id: deviceId }, 'a second machine came with the key of a device that is connected')
    book.change(deviceId, { clone_seen_at: toIso(clock.now()) }).catch((error: unknown) => {
      log.error({ err: error, device_id: deviceId }, 'that a second machine has its key could not be stored')
    })
  }

  /** What its older connection said is written down before anybody says from where this one goes on. */
  async #welcome(deviceId: string, greeted: Greeted): Promise<void> {
    const { book, hub, random, sessions, timers, log } = this.#parts
    const { connection, hello } = greeted
    const isPresent = (): boolean => this.#greeted.get(deviceId) === greeted && !connection.isOver()
    this.#greeted.get(deviceId)?.connection.close('replaced', 'the daemon dialed anew')
    this.#parts.terminals.leave(deviceId)
    this.#greeted.set(deviceId, greeted)
    await this.#inboxes.get(deviceId)?.end()
    if (!isPresent()) return
    if (hello.vault !== undefined) hearRecipient({ book, hub }, deviceId, hello.vault)
    const onForeign = (): void => this.#parts.onForeign(deviceId)
    this.#inboxes.set(
      deviceId,
      openInbox({ deviceId, connection, streams: sessions, timers, turns: this.#turns, onForeign }),
    )
    try {
      const tell = await sessions.greet(deviceId, hello)
      // The machine of this service has no other way to it.
      const hubs = deviceId === localDeviceId ? [] : await this.#parts.hubs()
      if (!isPresent()) return
      // In one turn with what follows: what is committed from now on is sent by itself.
      const { resume, frames } = tell()
      book.connect(deviceId, hello.version)
      connection.send({
        type: 'welcome',
        protocol: hello.protocol,
        interval_ms: heartbeatInterval(book.present(), random()),
        limits: { ack_timeout_ms: ackTimeoutMs, frame_bytes: frameLimitBytes, unsent_bytes: frameLimitBytes },
        resume: [...resume],
        ...(hubs.length < 2 ? {} : { hubs }),
        signature: hub.sign(welcomeText(hello.nonce, deviceId)),
      })
      greeted.isWelcome = true
      for (const frame of frames) connection.sendInTurn(frame)
    } catch (error) {
      log.error({ err: error, device_id: deviceId }, 'what a device said of its runs could not be written down')
      connection.close('go_on_anew', 'the hub could not write down what became of its runs')
    }
  }

  #take({ deviceId, connection, frame, bytes }: Taken): void {
    // A daemon that was not welcomed yet has nothing to say.
    if (this.#greeted.get(deviceId)?.connection !== connection) return this.#parts.counters.dropped.add()
    if (frame.type === 'heartbeat') return this.#hear(deviceId, connection, frame)
    if (frame.type === 'pong' || frame.type === 'result') return this.#waiting.get(frame.to)?.(frame)
    if (frame.type === 'terminal.data' || frame.type === 'terminal.ended') return this.#show(deviceId, frame)
    this.#inboxes.get(deviceId)?.take(frame, bytes)
  }

  #takeUnread(deviceId: string, connection: DeviceConnection, unread: string): void {
    if (this.#greeted.get(deviceId)?.connection !== connection) return this.#parts.counters.dropped.add()
    this.#inboxes.get(deviceId)?.takeUnread(unread)
  }

  #hear(deviceId: string, connection: DeviceConnection, frame: Heartbeat): void {
    const { v: _v, type: _type, id: _id, ts: _ts, n, ...facts } = frame
    this.#parts.book.heartbeat(deviceId, facts)
    connection.send({ type: 'heartbeat.ack', n, time: toIso(this.#parts.clock.now()) })
  }

  #show(deviceId: string, frame: FromTerminal): void {
    const { terminals, counters, onForeign } = this.#parts
    const became = terminals.hear(deviceId, frame)
    if (became === 'foreign') onForeign(deviceId)
    else if (became === 'late') counters.dropped.add()
  }

  #gone(deviceId: string, connection: DeviceConnection, isGoodbye: boolean): void {
    this.#open.delete(connection)
    if (this.#greeted.get(deviceId)?.connection !== connection) return
    this.#greeted.delete(deviceId)
    this.#parts.terminals.leave(deviceId)
    // Whoever lost the line is back within seconds, or silent for long enough to count as away.
    if (isGoodbye) this.#parts.book.disconnect(deviceId)
  }

  #ask(connection: DeviceConnection, question: HubFrame, timeoutMs: number): Promise<Answer | null> {
    return new Promise((resolve) => {
      const id = connection.send(question)
      const end = (answer: Answer | null): void => {
        this.#waiting.delete(id)
        cancel()
        resolve(answer)
      }
      const cancel = this.#parts.timers.after(timeoutMs, () => end(null))
      this.#waiting.set(id, end)
    })
  }
}
