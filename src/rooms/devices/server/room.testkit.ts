// For tests: the hub's side of devices over a real database and a real server, and devices that a test plays by hand.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import type { LiveChange } from '#platform/live-kind.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, type TestRequest } from '#platform/server/http/testing/test-server.ts'
import { createKinds } from '#platform/server/live/kinds.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import { sampleConfig } from '../../../testing/sample-config.testkit.ts'
import type { Device, PairingRequest } from '../contract.ts'
import type { HostFacts } from '../contract/from-device.ts'
import type { FromHub } from '../contract/from-hub.ts'
import type { ClaimFields, HubIdentity } from '../contract/claim.ts'
import { claimText } from '../core/keys/signed-texts.ts'
import { thumbprintOf } from './identity/hub-identity.ts'
import { err, ok } from '#base/result.ts'
import { openDevicesRoom } from './index.ts'
import type { DevicesPorts, RunsOnDevices } from './ports.ts'
import { noDevice } from './refusals.ts'

export type Asked = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** What the room is opened with besides its mode, and what it says to whom it is opened with. */
export type TestSessions = { readonly ports: Omit<DevicesPorts, 'mode'> }

export type GivenRoom = {
  /** One to open again. */
  readonly home?: string
  readonly mode?: 'legacy' | 'fabric'
  readonly localDevice?: boolean
  /** What its clock shows; a test moves it. */
  readonly startedAt?: string
  /** The sessions room over the same database. Default: one that has none. */
  readonly sessions?: (commits: Database['commits']) => TestSessions
  /** What of the sessions room does otherwise. */
  readonly fabric?: Partial<DevicesPorts['fabric']>
}

export async function openRoom(given: GivenRoom = {}) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'orrery-devices-')))
  const time = new ManualTime(given.startedAt ?? '2026-11-20T10:00:00.000Z')
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const told: LiveChange<Device>[] = []
  const kinds = createKinds({
    path: '/ws/state',
    publish: (changes) => void told.push(...(changes as readonly LiveChange<Device>[])),
  })
  const ground = {
    config: { ...sampleConfig(home), fabric: { localDevice: given.localDevice ?? false } },
    database,
    live: { ...kinds, viewers: () => 0, watchers: () => 0 },
    clock: time,
    timers: time,
    random: () => 0.5,
    log: silentLog,
  }
  const ports = given.sessions?.(database.commits).ports ?? noSessions
  const held: { runs: RunsOnDevices | null } = { runs: null }
  const room = await openDevicesRoom(ground, {
    ...ports,
    mode: given.mode ?? 'fabric',
    fabric: { ...ports.fabric, ...given.fabric },
    runOn(devices) {
      held.runs = devices
      ports.runOn(devices)
    },
  })
  const server = await startTestServer({ mount: (http) => mountRoom(http, room) })
  const ask = async (route: string, sent?: TestRequest): Promise<Asked> => {
    const [method = 'GET', path = '/'] = route.split(' ')
    const response = await server.send(method, path, sent)
    return { status: response.status, body: (await response.json()) as Asked['body'] }
  }
  return {
    home,
    time,
    told,
    room,
    url: server.url,
    ask,
    /** Commits what sessions would commit with a start or a cancel of theirs. */
    async commit(change: (runs: RunsOnDevices) => Alongside) {
      if (held.runs === null) throw new Error('there are no devices in legacy mode')
      await database.commits.write(change(held.runs))
    },
    devices: async () => (await ask('GET /api/devices')).body.devices as Device[],
    device: async (id: string) => (await ask(`GET /api/devices/${id}`)).body.device as Device,
    makePairing: async (request: PairingRequest = {}) =>
      (await ask('POST /api/auth/devices/pairings', { body: request })).body as { code: string; command: string },
    /** Ends the room and keeps its home. */
    async close() {
      await server.stop()
      await room[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
    async remove() {
      await this.close()
      await rm(home, { recursive: true })
    },
  }
}

/** An approvals room that nobody asks. */
export const nobodyAsks: DevicesPorts['approvals'] = {
  carryBy: () => {},
  hear: () => null,
  ran: () => null,
  reload: () => ({ *script() {} }),
  owedTo: () => [],
}

/** A sessions room that has none. */
const noSessions: Omit<DevicesPorts, 'mode'> = {
  sessionsOn: () => [],
  activeOn: () => new Map(),
  runOn: () => {},
  onForgotten: () => {},
  machineEventOf: () => null,
  conversationOf: () => null,
  factOf: () => null,
  approvals: nobodyAsks,
  fabric: {
    create: async () => err(noDevice([])),
    tell: async () => false,
    adopt: async () => {},
    output: { lastSeq: () => 0, append: async () => {}, close: () => {} },
    find: () => null,
    nodes: null,
    isFree: async () => true,
    list: async () => ok({ sessions: [], next_cursor: null }),
    read: async () => err(noDevice([])),
    cancel: async () => err(noDevice([])),
  },
}

export type TestRoom = Awaited<ReturnType<typeof openRoom>>
/** A hub that a device of a test can reach: a room alone, or a whole service. */
export type TestHub = Pick<TestRoom, 'url' | 'ask' | 'makePairing'>

export const sampleFacts: HostFacts = {
  free_ram: 8e9,
  total_ram: 16e9,
  load: 1,
  cores: 4,
  capabilities: ['ram:15'],
  installedHarnesses: ['codex'],
  models: [],
  gpus: [],
  gateway: null,
}

type TokenFacts = {
  readonly deviceId: string
  readonly hubId: string
  readonly hubNonce: string | null
  readonly nowMs?: number
}

/** The header of a good token. */
export function tokenHeader(key: string) {
  return { alg: 'EdDSA', typ: 'orrery-device+jwt', kid: thumbprintOf(key) }
}

/** What a token signs, written by hand: the tests do not believe the library that the service reads tokens with. */
export function tokenText(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** A device with keys of its own, as a test plays it. */
export function makeDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'jwk' }).x ?? ''
  const signText = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64url')
  const fields: ClaimFields = {
    public_key: key,
    age_recipient: 'age1szz8jcp0nkqgsv72w4adfdt0tgzyjxj9a4cdcsm4shjqqkcrxv8qx5m2a6',
    label: null,
    hostname: 'forge',
    private_ip: '192.168.1.5',
    platform: 'linux x64',
    version: '0.1.0',
    protocol: { min: 1, max: 1 },
    capabilities: ['ram:15', 'harness:codex'],
    installedHarnesses: ['codex'],
    nonce: randomBytes(16).toString('base64url'),
  }
  const claimBody = (url: string, code: string, more: Partial<ClaimFields> & { readonly origin?: string } = {}) => {
    const { origin = url, ...changed } = more
    const claimed = { ...fields, ...changed }
    return { ...claimed, signature: signText(claimText(origin, code, claimed)) }
  }
  return {
    key,
    fields,
    sign: signText,
    claimBody,
    /** Asks to be paired; `origin` is the one that it says it dialed. */
    claim: (room: TestHub, code: string, more: Partial<ClaimFields> & { readonly origin?: string } = {}) =>
      room.ask('POST /api/auth/devices/claim', { body: claimBody(room.url, code, more), token: `pair_${code}` }),
    token: ({ deviceId, hubId, hubNonce, nowMs = Date.now() }: TokenFacts): string => {
      const iat = Math.floor(nowMs / 1000)
      const claims = { iss: deviceId, sub: deviceId, aud: `orrery:${hubId}`, iat, exp: iat + 120, jti: fields.nonce }
      const text = tokenText(tokenHeader(key), hubNonce === null ? claims : { ...claims, nonce: hubNonce })
      return `${text}.${signText(text)}`
    },
  }
}

export type TestDevice = ReturnType<typeof makeDevice>
export type PairedDevice = TestDevice & { readonly id: string; readonly hub: HubIdentity }

export async function pairDevice(room: TestHub, request: PairingRequest = {}): Promise<PairedDevice> {
  const device = makeDevice()
  const { code } = await room.makePairing(request)
  const { status, body } = await device.claim(room, code)
  if (status !== 201) throw new Error(`not paired: ${JSON.stringify(body)}`)
  return { ...device, id: (body.device as Device).id, hub: body.hub as HubIdentity }
}

/** Dials once; answers the socket, or how it was refused. */
export async function dial(room: TestHub, token: string | null, headers: Readonly<Record<string, string>> = {}) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${room.url.replace('http', 'ws')}/ws/device`, {
    headers: { ...authorization, ...headers },
  })
  const refused = once(socket, 'unexpected-response') as Promise<[unknown, IncomingMessage]>
  const opened = await Promise.race([once(socket, 'open').then(() => null), refused.then(([, answer]) => answer)])
  if (opened === null) return { socket, status: 101, body: {} as Asked['body'] }
  return { socket: null, status: opened.statusCode ?? 0, body: (await json(opened)) as Asked['body'] }
}

/** Asks for a nonce, and dials with it. */
export async function dialWithNonce(room: TestHub, device: PairedDevice) {
  const first = await dial(room, device.token({ deviceId: device.id, hubId: device.hub.id, hubNonce: null }))
  const hubNonce = String(first.body.nonce)
  const token = device.token({ deviceId: device.id, hubId: device.hub.id, hubNonce })
  return { ...(await dial(room, token)), token }
}

/** A connected device: what the hub sends is read one frame after the other. */
export async function connect(room: TestHub, device: PairedDevice, instance = 'one') {
  const { socket } = await dialWithNonce(room, device)
  if (socket === null) throw new Error('the socket was refused')
  const frames: FromHub[] = []
  const waiting: ((frame: FromHub) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as FromHub
    const take = waiting.shift()
    if (take === undefined) frames.push(frame)
    else take(frame)
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  const send = (frame: object): void =>
    socket.send(JSON.stringify({ v: 1, id: 'f', ts: '2026-11-20T10:00:00.000Z', ...frame }))
  const nonce = randomBytes(16).toString('base64url')
  const hello = {
    type: 'hello',
    protocol: 1,
    version: '0.1.0',
    boot_id: 'boot',
    instance_id: instance,
    capabilities: [],
    installedHarnesses: [],
    runs: [],
    nonce,
  }
  let beats = 0
  return {
    socket,
    closed,
    nonce,
    send,
    hello: (more: object = {}) => send({ ...hello, ...more }),
    beat: (facts: Partial<HostFacts> = {}) => send({ type: 'heartbeat', n: (beats += 1), ...sampleFacts, ...facts }),
    next: (): Promise<FromHub> => {
      const frame = frames.shift()
      return frame === undefined ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve(frame)
    },
  }
}

/** Connected, greeted and welcomed. */
export async function online(room: TestHub, device: PairedDevice, instance?: string) {
  const channel = await connect(room, device, instance)
  channel.hello()
  const welcome = await channel.next()
  if (welcome.type !== 'welcome') throw new Error(`not welcomed: ${welcome.type}`)
  return { ...channel, welcome }
}
