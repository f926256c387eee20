// Daemons as a hub sees them: paired with keys of their own, connected, each with sessions that write.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { dialWithNonce, pairDevice, sampleFacts, type TestHub } from '#rooms/devices/server/room.testkit.ts'
import { hold } from './held.ts'

export type FleetSize = { readonly devices: number; readonly sessions: number }

/** A hub as a service, or what stands for one: who listens there, and by which credentials it is asked. */
export type FleetHub = { readonly url: string; readonly accessToken: string }

type Run = { readonly session_id: string; readonly run_id: string; seq: number; isWaiting: boolean }
type Device = {
  readonly dial: () => Promise<WebSocket>
  readonly index: number
  socket: WebSocket | null
  readonly runs: Run[]
}

export type Driven = {
  /** Writes so many lines a second, an envelope each, of all sessions in turn, until the answer is called: that tells how many. */
  readonly flood: (linesPerSecond: number) => () => number
  /** One session says that it waits, or goes on; answers its id. */
  readonly speak: () => string
}

export type Fleet = Driven &
  AsyncDisposable & {
    /** All connections end without a goodbye and are made anew at once. Resolves when each was welcomed. */
    readonly reconnect: () => Promise<void>
    /** Envelopes that the hub has not acknowledged. */
    readonly unacknowledged: () => number
    /** All sessions end; resolves when the hub has it. */
    readonly finish: () => Promise<void>
  }

const head = { v: 1, id: 'frame-of-a-fleet', ts: '2026-11-20T10:00:00.000Z' }
/** A line of an agent, and how often envelopes leave: as a daemon reads its terminals. */
const line = `${'the quick brown fox jumps over the lazy dog '.repeat(2)}\r\n`
const data = Buffer.from(line).toString('base64')
export const beatMs = 4

/** Resolves once every device is online and all of their sessions run. */
export async function openFleet(hub: FleetHub, { devices, sessions }: FleetSize): Promise<Fleet> {
  const asHub = testHub(hub)
  const fleet: Device[] = []
  const acked = new Map<string, number>()
  const take = (device: Device) => (frame: Incoming) => {
    const { session_id = '', run_id = '', seq = 0 } = frame
    if (frame.type === 'session.ack') acked.set(run_id, seq)
    if (frame.type !== 'session.start') return
    const run: Run = { session_id, run_id, seq: 0, isWaiting: false }
    device.runs.push(run)
    say(device, run, { type: 'session.accepted' })
    say(device, run, { type: 'session.started', tmux_session: `agent-${run_id}` })
  }
  for (let index = 0; index < devices; index += 1) {
    const paired = await pairDevice(asHub)
    const dial = async (): Promise<WebSocket> => {
      const { socket } = await dialWithNonce(asHub, paired)
      if (socket === null) throw new Error('a device was not let in')
      return socket
    }
    fleet.push({ dial, index, socket: null, runs: [] })
    const device = fleet[index]
    if (device !== undefined) await connect(device, take(device))
    for (let session = 0; session < sessions; session += 1)
      await asHub.ask('POST /api/sessions', {
        body: { harness: 'code-agent', prompt: 'write', deviceTarget: paired.id },
      })
  }
  while (fleet.some(({ runs }) => runs.length < sessions)) await wait(beatMs)
  const beats = setInterval(() => fleet.forEach(beat), 10_000)
  const unacknowledged = (): number =>
    fleet.flatMap(({ runs }) => runs).reduce((sum, { run_id, seq }) => sum + seq - (acked.get(run_id) ?? 0), 0)
  return hold(
    {
      ...drive(fleet),
      unacknowledged,
      async finish() {
        for (const device of fleet)
          for (const run of device.runs)
            say(device, run, { type: 'session.exit', exit_code: 0, signal: null, reason: null })
        while (unacknowledged() > 0) await wait(beatMs)
      },
      async reconnect() {
        for (const { socket } of fleet) socket?.terminate()
        await Promise.all(fleet.map((device) => connect(device, take(device))))
      },
    },
    async () => {
      clearInterval(beats)
      for (const { socket } of fleet) socket?.terminate()
    },
  )
}

/** The same frames to what only passes them on. */
export async function openBareFleet(url: string, { devices, sessions }: FleetSize): Promise<Driven & AsyncDisposable> {
  const sockets = await Promise.all(
    Array.from({ length: devices }, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/device`, { perMessageDeflate: false })
      await once(socket, 'open')
      return socket
    }),
  )
  const fleet = sockets.map((socket, index): Device => {
    const runs = Array.from({ length: sessions }, (_, run) => ({
      session_id: `session-${index}-${run}`,
      run_id: `run-${index}-${run}`,
      seq: 0,
      isWaiting: false,
    }))
    return { dial: async () => socket, index, socket, runs }
  })
  return hold(drive(fleet), async () => sockets.forEach((socket) => socket.terminate()))
}

function drive(fleet: readonly Device[]): Driven {
  // Neighbours in time are of different devices.
  const inTurn = (fleet[0]?.runs ?? []).flatMap((_, index) =>
    fleet.flatMap((device) => {
      const run = device.runs[index]
      return run === undefined ? [] : [{ device, run }]
    }),
  )
  let turn = 0
  const next = () => {
    turn += 1
    const one = inTurn[turn % inTurn.length]
    if (one === undefined) throw new Error('there are no sessions')
    return one
  }
  return {
    flood(linesPerSecond) {
      const startedMs = performance.now()
      let sent = 0
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedMs) / 1000) * linesPerSecond)
        for (; sent < due; sent += 1) {
          const { device, run } = next()
          say(device, run, { type: 'session.stdout', data, at: 5 })
        }
      }, beatMs)
      return () => {
        clearInterval(timer)
        return sent
      }
    },
    speak() {
      const { device, run } = next()
      run.isWaiting = !run.isWaiting
      say(device, run, {
        type: 'session.event',
        event: run.isWaiting ? 'to_review' : 'tool_use',
        metadata: null,
        at: 5,
      })
      return run.session_id
    },
  }
}

type Incoming = { readonly type: string; readonly session_id?: string; readonly run_id?: string; readonly seq?: number }

async function connect(device: Device, take: (frame: Incoming) => void): Promise<void> {
  const socket = await device.dial()
  device.socket = socket
  const welcomed = Promise.withResolvers<void>()
  socket.on('error', () => {})
  socket.on('message', (text: Buffer) => {
    const frame = JSON.parse(text.toString()) as Incoming
    if (frame.type === 'welcome') welcomed.resolve()
    else take(frame)
  })
  send(device, {
    type: 'hello',
    protocol: 1,
    version: '0.1.0',
    boot_id: 'boot',
    instance_id: `instance-${device.index}`,
    capabilities: [],
    installedHarnesses: ['code-agent'],
    runs: device.runs.map(({ session_id, run_id, seq }) => ({ session_id, run_id, last_seq: seq, state: 'running' })),
    nonce: 'n'.repeat(22),
  })
  await welcomed.promise
  beat(device)
}

function beat(device: Device): void {
  send(device, { type: 'heartbeat', n: 1, ...sampleFacts, installedHarnesses: ['code-agent'] })
}

function say(device: Device, run: Run, body: object): void {
  run.seq += 1
  send(device, { ...body, session_id: run.session_id, run_id: run.run_id, seq: run.seq })
}

function send({ socket }: Device, body: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...head, ...body }))
}

function testHub({ url, accessToken }: FleetHub): TestHub {
  const ask: TestHub['ask'] = async (route, options) => {
    const [method = 'GET', path = '/'] = route.split(' ')
    const { body, token = accessToken } = options ?? {}
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
    if (response.status >= 400) throw new Error(`${route}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  return {
    url,
    ask,
    makePairing: async (request) =>
      (await ask('POST /api/auth/devices/pairings', { body: request ?? {} })).body as { code: string; command: string },
  }
}
