// The hub's side of devices, in fabric mode: its key, who is paired, who is connected.
import { networkInterfaces } from 'node:os'
import { ok } from '#base/result.ts'
import { minuteMs, secondMs } from '#base/time.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { SocketRoute } from '#platform/server/http/api.ts'
import { deviceSocket, liveDevices } from '../api.ts'
import { localDeviceId, type Device } from '../contract.ts'
import { frameLimitBytes } from '../contract/envelopes.ts'
import { privateIpOf } from '../core/private-ip.ts'
import { admitDevice, type AdmitParts } from './admit.ts'
import { createClaims } from './claim.ts'
import { createChannelCounters } from './channel-counters.ts'
import { createConnections, type Connections } from './connections.ts'
import { createDeviceBook, type DeviceBook } from './device-book.ts'
import { createDeviceStore } from './device-store.ts'
import {
  createDeviceTerminals,
  type DeviceRequests,
  type DeviceTerminals,
  type DeviceTerminalsParts,
} from './device-terminals.ts'
import { loadHubIdentity, type HubIdentityKey } from './identity/hub-identity.ts'
import { localRecord, withLocal, type LocalHub } from './local-device.ts'
import { agreeOnIdentity } from './identity/shared-identity.ts'
import { otherHubHint, otherHubReason } from '../core/keys/other-hub.ts'
import { createNonces } from './nonces.ts'
import { createPairings } from './pairings.ts'
import { mountPairing } from './pairing-routes.ts'
import { answersThere } from './ask-holder.ts'
import { addressesOf, followNodes, type HubNodes } from './follow-nodes.ts'
import type { CountUsage, DeviceNodes, DevicesPorts, VaultForDevices } from './ports.ts'
import { recipientsElsewhere, recipientsIn, type DeviceRecipient } from './recipients.ts'
import { createFabricHub, type FabricHub, type FabricHubParts } from './runs/fabric-hub.ts'
import { loadHubRuns } from './runs/hub-runs.ts'
import { mountFabricSessions, type Prefacing } from './session-routes.ts'
import { mountDevices, type DeviceReader } from './routes.ts'

export type DevicesGround = GroundOf<
  'database' | 'live' | 'clock' | 'timers' | 'random' | 'log',
  'home' | 'fabric' | 'host' | 'publicUrl' | 'allowedHosts' | 'requireTokenLocally'
>

/** Devices, and how the daemon inside the hub reaches it; null where this machine is none of them. */
export type DevicesRoom = Room & {
  readonly local: LocalHub | null
  /** Looks at terminals of sessions there; null where there are no devices. */
  readonly terminals: Pick<DeviceTerminals, 'attach' | 'screen'> | null
  /** Asks devices; null where there are none. */
  readonly requests: DeviceRequests | null
  /** Those that are not revoked. */
  readonly present: () => readonly Device[]
  /** What a device is called; null for one that is not known. */
  readonly nameOf: (deviceId: string) => string | null
  /** Says who knows of the nodes of this hub; called once. */
  readonly hearOfNodes: (nodes: HubNodes) => void
  /** Says who counts what runs there use; called once. */
  readonly countBy: (count: CountUsage) => void
  /** Those that secrets can be encrypted to. */
  readonly recipients: () => readonly DeviceRecipient[]
  /** The machines of the other nodes that secrets can be encrypted to. Rejects when they can't be read. */
  readonly machines: () => Promise<readonly DeviceRecipient[]>
  /** Says what devices are handed, from now on; called once. */
  readonly serveBy: (vault: VaultForDevices) => void
  /** What stands before a question to the local model; called once, before anything is asked. It never rejects. */
  readonly prefaceWith: (preface: () => Promise<string>) => void
}

/** Silence is noticed this late at most. */
const lookMs = secondMs
/** What heartbeats told is stored this often: a restart shows numbers of this age. */
const storeMs = minuteMs

/** Rejects when the table can't be read, and for a key file that holds something else. */
export async function openHub(
  ground: DevicesGround,
  { sessionsOn, activeOn, mode: _mode, ...ports }: DevicesPorts,
): Promise<DevicesRoom> {
  const { config, timers } = ground
  const { nodes } = ports.fabric
  const book = await openBook(ground, { activeOn, nodes })
  const hub = loadHubIdentity(config.home)
  const other = await agreeOnIdentity(ground, hub)
  if (other !== null) ground.log.warn({ hint: otherHubHint(other) }, otherHubReason(other))
  const counters = createChannelCounters()
  const onForeign = (id: string): void => {
    counters.foreign.add()
    book.dropped(id)
  }
  const counting: { count: CountUsage } = { count: noCount }
  const served: { vault: VaultForDevices } = { vault: noVault }
  const sessions = await openFabric(ground, ports, {
    countUsage: (run, usage) => counting.count(run, usage),
    devices: () => book.all(),
    labelOf: (id) => book.get(id)?.label ?? null,
    heartbeatAgeMs: (id) => book.heartbeatAgeMs(id),
    credentialsFor: (id, harness) => served.vault.credentialsFor(id, harness),
    send: (id, frame) => connections.send(id, frame),
    onForeign,
  })
  const ways = openWays({ timers, sessions, connections: () => connections })
  const { hubs, answersAt, ...beside } = besideNodes(ground)
  const channel = { book, hub, counters, sessions, terminals: ways.terminals, onForeign, hubs, answersAt }
  const connections: Connections = createConnections({ ...ground, ...channel })
  carryAnswers(ports, book, connections)
  if (nodes !== null) followNodes({ ...ground, nodes, book, connections })
  const around = { book, pairings: createPairings(), hub, other, nonces: createNonces(), connections, sessions }
  const parts = { ...ground, ...around, privateIp: () => privateIpOf(networkInterfaces()) }
  const claims = createClaims(parts)
  const asking: Prefacing = { preface: async () => null }
  const stops = followSilence(timers, book)
  return {
    local: config.fabric.localDevice ? localOf(hub, connections) : null,
    ...ways,
    ...namesIn(book),
    ...beside,
    countBy: (count) => void (counting.count = count),
    serveBy: (vault) => finishRevoking(ground, book, (served.vault = vault)),
    prefaceWith: (preface) => void (asking.preface = preface),
    sockets: [socketOf(parts)],
    mount(api, metrics) {
      counters.register(metrics)
      mountDevices(api, readerOf({ book, connections, nodes }, served), sessionsOn)
      mountFabricSessions(api, ports.fabric, { hub: sessions, asking })
      mountPairing(api, { ...parts, claims, onRevoked: (id) => served.vault.revoked(id) })
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      await connections.close()
      await book.storeHeartbeats()
    },
  }
}

const noCount: CountUsage = () => null

/** A device whose revocation was cut short is finished now; for all others there is nothing to do. */
function finishRevoking({ log }: Pick<DevicesGround, 'log'>, book: DeviceBook, vault: VaultForDevices): void {
  for (const { id } of book.all().filter(({ status }) => status === 'revoked'))
    vault.revoked(id).catch((error: unknown) => log.error({ err: error }, 'a revoked device reads on in the vault'))
}

function followSilence(timers: Timers, book: DeviceBook): readonly (() => void)[] {
  return [timers.every(lookMs, () => book.tellSilent()), timers.every(storeMs, () => void book.storeHeartbeats())]
}

function namesIn(book: DeviceBook): Pick<DevicesRoom, 'present' | 'nameOf' | 'recipients'> {
  return {
    present: () => book.all().filter(({ status }) => status !== 'revoked'),
    nameOf: (id) => book.get(id)?.label ?? null,
    recipients: () => recipientsIn(book),
  }
}

/** What the other nodes of this hub say and are asked, once it is told of them. */
function besideNodes({ database }: Pick<DevicesGround, 'database'>) {
  let known: HubNodes = { told: async () => null, relay: null }
  return {
    hubs: () => addressesOf(known.told),
    answersAt: (node: string, deviceId: string) => answersThere(known.relay, node, deviceId),
    hearOfNodes: (nodes: HubNodes) => void (known = nodes),
    async machines() {
      const machines = await createDeviceStore(database.read, database.others.node).loadMachines()
      const nodes = machines.length === 0 ? [] : ((await known.told())?.nodes ?? [])
      return recipientsElsewhere(machines, new Set(nodes.flatMap((one) => (one.standing === 'live' ? [one.name] : []))))
    },
  }
}

function carryAnswers(
  { approvals }: Pick<DevicesPorts, 'approvals'>,
  book: DeviceBook,
  connections: Connections,
): void {
  approvals.carryBy({
    isOnline: (id) => book.view(id)?.status === 'online',
    answer: (id, answer) => connections.send(id, { type: 'approval.answer', ...answer }),
  })
}

type AroundWays = Pick<DevicesGround, 'timers'> & {
  readonly sessions: Pick<FabricHub, 'nameOf'>
  readonly connections: () => Connections
}

/** How others ask devices, and look at their terminals. */
function openWays({ timers, sessions, connections }: AroundWays): {
  readonly requests: DeviceRequests
  readonly terminals: DeviceTerminals
} {
  const requests: DeviceRequests = {
    isConnected: (id) => connections().isThere(id),
    request: (id, what, about) => connections().request(id, what, about),
    nameOf: (id) => sessions.nameOf(id) ?? 'Its device',
  }
  const send: DeviceTerminalsParts['send'] = (id, frame) => connections().send(id, frame)
  return { requests, terminals: createDeviceTerminals({ ...requests, timers, send }) }
}

type AroundBook = Pick<DevicesPorts, 'activeOn'> & { readonly nodes: DeviceNodes | null }

async function openBook(ground: DevicesGround, around: AroundBook): Promise<DeviceBook> {
  const { database, live, config, clock } = ground
  const store = createDeviceStore(database.read, database.others.node)
  const local = config.fabric.localDevice ? localRecord(clock.now()) : null
  const records = withLocal(await store.load(), local)
  const { publish } = live.offer(liveDevices, { all: () => book.all().filter(({ status }) => status !== 'revoked') })
  const { commits } = database
  const book: DeviceBook = createDeviceBook({ ...ground, records, store, commits, publish, ...around })
  return book
}

/** A token is judged before the upgrade; what was let in has one connection. */
function socketOf(parts: AdmitParts & { readonly connections: Connections }): SocketRoute {
  return {
    ...deviceSocket,
    maxPayload: frameLimitBytes,
    async admit(bearer) {
      const admitted = await admitDevice(parts, bearer)
      return admitted.ok ? ok((opened, wire) => parts.connections.accept(admitted.value, opened, wire)) : admitted
    },
  }
}

function localOf({ id, publicKey }: HubIdentityKey, connections: Connections): LocalHub {
  return { identity: { id, publicKey }, accept: (socket) => connections.accept(localDeviceId, socket) }
}

type AroundRuns = Pick<
  FabricHubParts,
  'devices' | 'labelOf' | 'heartbeatAgeMs' | 'credentialsFor' | 'send' | 'onForeign' | 'countUsage'
>

/** Sessions of devices, from what is stored of them; sessions know of it from here on. */
async function openFabric(
  { database, log }: Pick<DevicesGround, 'database' | 'log'>,
  { fabric, runOn, onForgotten, ...ports }: Omit<DevicesPorts, 'mode' | 'sessionsOn' | 'activeOn'>,
  around: AroundRuns,
): Promise<FabricHub> {
  const { commits } = database
  const runs = await loadHubRuns(database.read, fabric.output.lastSeq, database.others.node)
  const sessions = createFabricHub({ ...around, ...ports, runs, fabric, commits, log })
  runOn(sessions)
  onForgotten((id) => commits.write(runs.forget(id)))
  return sessions
}

type AroundReader = {
  readonly book: DeviceBook
  readonly connections: Connections
  readonly nodes: DeviceNodes | null
}

/** Until the vault is there. */
const noVault: VaultForDevices = { credentialsFor: () => ({}), readsOf: () => 0, revoked: async () => {} }

function readerOf(
  { book, connections, nodes }: AroundReader,
  served: { readonly vault: VaultForDevices },
): DeviceReader {
  return {
    all: () => book.all(),
    view: (id) => book.view(id),
    heartbeatAgeMs: (id) => book.heartbeatAgeMs(id),
    vaultOf(id) {
      const own = recipientsIn(book).find((each) => each.id === id)
      return own === undefined ? null : { recipient: own.recipient, reads: served.vault.readsOf(id) }
    },
    ping: (id) => connections.ping(id),
    refresh: (id) => connections.refresh(id),
    holderOf: (id) => (nodes === null || nodes.holderOf(id) === nodes.here ? null : nodes.holderOf(id)),
  }
}
