// The composition root of the service: opens every room, connects them, and starts them in order. The house closes in reverse.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '#platform/server/auth/auth.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { RunningService } from '#platform/server/cli/run-service.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { LoadedConfig } from '#platform/server/config/load-config.ts'
import { openSettings } from '#platform/server/config/settings-store.ts'
import { viewOf } from '#platform/server/config/watched.ts'
import { openDoor } from '#platform/server/house/door.ts'
import { openGround, type Ground } from '#platform/server/house/ground.ts'
import { buildHouse } from '#platform/server/house/house.ts'
import type { Room } from '#platform/server/house/room.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { version } from '#platform/server/version.ts'
import { openActivityRoom } from '#rooms/activity/server/index.ts'
import { openApprovalsRoom } from '#rooms/approvals/server/index.ts'
import { openAssistantRoom } from '#rooms/assistant/server/index.ts'
import { openDevicesRoom } from '#rooms/devices/server/index.ts'
import { openFlowRoom } from '#rooms/flow/server/index.ts'
import { openFuelRoom } from '#rooms/fuel/server/index.ts'
import { openHomeRoom } from '#rooms/home/server/index.ts'
import { openHooksRoom } from '#rooms/hooks/server/index.ts'
import { openInboxRoom } from '#rooms/inbox/server/index.ts'
import { openMcpRoom } from '#rooms/mcp/server/index.ts'
import { openMirrorRoom } from '#rooms/mirror/server/index.ts'
import { openModesRoom } from '#rooms/modes/server/index.ts'
import { openNodesRoom } from '#rooms/nodes/server/index.ts'
import { openNotifyRoom } from '#rooms/notify/server/index.ts'
import { openPasskeysRoom } from '#rooms/passkeys/server/index.ts'
import { openPluginsRoom } from '#rooms/plugins/server/index.ts'
import { openSearchRoom, type SearchRoom } from '#rooms/search/server/index.ts'
import { openSessionsRoom } from '#rooms/sessions/server/index.ts'
import { openStreamsRoom } from '#rooms/streams/server/index.ts'
import { openSystemRoom } from '#rooms/system/server/index.ts'
import { openSettingsRoom } from '#rooms/settings/server/index.ts'
import { openTasksRoom } from '#rooms/tasks/server/index.ts'
import { openTerminalRoom } from '#rooms/terminal/server/index.ts'
import { openTranscriptsRoom } from '#rooms/transcripts/server/index.ts'
import { openTriageRoom } from '#rooms/triage/server/index.ts'
import { openVaultRoom } from '#rooms/vault/server/index.ts'
import { buildOnDisk } from './build-in-force.ts'
import { onAsk } from './on-ask.ts'
import { onHomeOf } from './on-home.ts'

/** What the process around the service knows. */
export type ServiceOptions = Pick<Ground, 'environment' | 'userHome' | 'log'> & {
  readonly loaded: LoadedConfig
  /** Told the settings after each change, for the log to mask what is secret. */
  readonly onSettings: (config: Config) => void
}

/** Starts the service in a home that is private and locked. Rejects with what stops it; then nothing is left open. */
export function startService(options: ServiceOptions): Promise<RunningService> {
  const build = buildOnDisk()
  return buildHouse(async (house) => {
    const settings = await house.open(openSettings({ ...options, clock: systemClock, timers: systemTimers }))
    settings.follow(options.onSettings)
    const modes = await house.open(openModesRoom({ ...options, config: viewOf(settings), version }))
    const ground = await house.open(openGround({ ...options, settings, head: () => ({ mode: modes.mode }) }))
    const auth = await house.open(createAuth({ ...ground, ...credentialsIn(options.loaded) }))

    const tasks = await house.open(openTasksRoom(ground))
    const triage = await house.open(openTriageRoom(ground, { tasks }))
    const hooks = await house.open(openHooksRoom(ground))
    const sessions = await house.open(openSessionsRoom(ground, { tasks, hooks }))
    const streams = await house.open(openStreamsRoom(ground, { sessions: sessions.streamed, auth }))
    const transcripts = await house.open(openTranscriptsRoom(ground, { sessions: sessions.transcribed }))
    const told = { ...sessions, report: transcripts.keepConversations(streams.keepTools(sessions.report)) }
    const approvals = await house.open(openApprovalsRoom(ground, { sessions: told, hooks, auth }))
    const early = { modes, sessions, hooks, approvals, transcripts, streams }
    const devices = await house.open(openDevicesRoom(ground, devicePortsOf(early)))
    const local = await house.open(openLocalDevice(ground, devices.local))
    await house.open(openVaultRoom(ground, { ...modes, ...devices }))
    const { terminalOf: findTerminal, nodeOf } = sessions
    const shown = { findTerminal, nodeOf, ofDevices: devices.terminals, tellSize: streams.tellSize }
    await house.open(openTerminalRoom(ground, shown))
    const mirror = await house.open(openMirrorRoom(ground, { sessions }))
    const fuel = await house.open(openFuelRoom(ground, fuelPortsOf({ modes, sessions, devices, mirror })))
    const plugins = await house.open(openPluginsRoom(ground))
    const nodes = await house.open(openNodesRoom(ground))
    for (const room of [sessions, devices]) room.hearOfNodes(nodes)
    const flow = await house.open(openFlowRoom(ground, flowPortsOf({ mirror, triage, plugins, nodes, auth })))

    const inbox = await house.open(openInboxRoom(ground, inboxPortsOf({ sessions, tasks, flow })))
    const notify = await house.open(openNotifyRoom(ground, notifyPortsOf({ modes, sessions, approvals, logins: auth })))
    const look = async () => (await import('./doctor.ts')).lookFromService(ground, build)
    await house.open(openHomeRoom(ground, onHomeOf({ inbox, triage, flow, sessions, hooks, tasks, look })))
    const logs = [sessions, tasks, flow, triage].flatMap(({ activity }) => activity)
    const assistant = await house.open(openAssistantRoom(ground, onAsk({ inbox, triage, flow, sessions, devices })))
    const activity = await house.open(openActivityRoom(ground, { ...sessions, sources: logs }))

    const searched = [tasks, sessions, triage, flow].flatMap((room) => room.searched)
    const search = await house.open(openSearchRoom(ground, { sources: [...searched, transcripts.searched] }))
    const about = { ...modes, countSessions: sessions.countByState, look, nodes: nodes.told }
    const system = await house.open(openSystemRoom(ground, about))
    await house.open(openMcpRoom(ground, { auth }))
    await house.open(openPasskeysRoom(ground, { ...modes, auth }))
    const ownSettings = await house.open(openSettingsRoom(ground, { ...sessions, nameOf: auth.nameOf.bind(auth) }))

    connect({ ...early, search, tasks, fuel, devices, notify, assistant, mirror, flow, plugins })

    const door = await house.open(openDoor(ground, { ...modes, auth, relay: nodes.relay, pageFolder: pageFolder() }))
    house.mount(door.http)
    // What agents reported while nobody listened counts before anybody looks whether they live; the mirror's strands and the
    // wait for its first greeting come before the run that the start of the workflow room makes.
    await house.start(door, nodes, streams, hooks, sessions, approvals, mirror, fuel, flow)
    await house.start(search, system, activity, ownSettings, local, notify)
    const [url, hookPort] = [ground.address.url(), ground.address.hookPort()]
    options.log.info({ url, mode: modes.mode, sessions: sessions.count() }, 'the service is ready')
    return { url, hookPort, loginUrl: async () => door.makeLoginUrl(), close: () => house.close() }
  })
}

function credentialsIn({ config: { home, accessToken } }: LoadedConfig): Pick<Config, 'home' | 'accessToken'> {
  return { home, accessToken }
}

type Transcripts = ReturnType<typeof openTranscriptsRoom>

async function forgetInSearch({ forget }: SearchRoom, { searchedIds }: Transcripts, sessionId: string): Promise<void> {
  await forget('session', [sessionId])
  await forget('output', [sessionId])
  await forget('transcript', searchedIds(sessionId))
}

/** This machine as a device of its own, in fabric mode; loaded there alone. */
async function openLocalDevice(ground: Ground, hub: LocalHub): Promise<Room> {
  if (hub === null) return { async [Symbol.asyncDispose]() {} }
  const { localDevice } = await import('./local-device.ts')
  return localDevice(ground, hub)
}

type BesideDevices = {
  readonly modes: ReturnType<typeof openModesRoom>
  readonly sessions: Awaited<ReturnType<typeof openSessionsRoom>>
  readonly hooks: Awaited<ReturnType<typeof openHooksRoom>>
  readonly approvals: Awaited<ReturnType<typeof openApprovalsRoom>>
  readonly transcripts: Transcripts
  readonly streams: Awaited<ReturnType<typeof openStreamsRoom>>
}

function devicePortsOf({
  modes: { mode },
  sessions,
  hooks: { machineEventOf },
  approvals: { onDevices },
  transcripts: { conversationOnDevice: conversationOf },
  streams: { factOfDevice: factOf },
}: BesideDevices): Parameters<typeof openDevicesRoom>[1] {
  const { fabric, runOn, onForgotten, onDevice: sessionsOn, activeByDevice: activeOn } = sessions
  return {
    mode,
    fabric,
    runOn,
    onForgotten,
    sessionsOn,
    activeOn,
    machineEventOf,
    approvals: onDevices,
    conversationOf,
    factOf,
  }
}

type BesideFuel = Pick<BesideDevices, 'modes' | 'sessions'> & {
  readonly devices: Awaited<ReturnType<typeof openDevicesRoom>>
  readonly mirror: ReturnType<typeof openMirrorRoom>
}

function fuelPortsOf({ modes, sessions, devices, mirror }: BesideFuel): Parameters<typeof openFuelRoom>[1] {
  return { mode: modes.mode, sessions: sessions.fueled, deviceName: devices.nameOf, gateway: mirror.usage }
}

type BesideFlow = Pick<FlowPorts, 'plugins' | 'auth'> & {
  readonly mirror: ReturnType<typeof openMirrorRoom>
  readonly triage: Awaited<ReturnType<typeof openTriageRoom>>
  readonly nodes: Awaited<ReturnType<typeof openNodesRoom>>
}
type FlowPorts = Parameters<typeof openFlowRoom>[1]

function flowPortsOf({ mirror, triage, nodes: { forgetGone }, ...others }: BesideFlow): FlowPorts {
  return { ...others, strands: [mirror.strand, triage.strand], setJobEnabled: mirror.setJobEnabled, forgetGone }
}

type Connected = Pick<BesideDevices, 'sessions' | 'hooks' | 'approvals' | 'transcripts' | 'streams'> &
  BesideFuel & {
    readonly search: SearchRoom
    readonly tasks: Awaited<ReturnType<typeof openTasksRoom>>
    readonly fuel: Awaited<ReturnType<typeof openFuelRoom>>
    readonly notify: Awaited<ReturnType<typeof openNotifyRoom>>
    readonly assistant: Awaited<ReturnType<typeof openAssistantRoom>>
    readonly flow: Awaited<ReturnType<typeof openFlowRoom>>
    readonly plugins: Awaited<ReturnType<typeof openPluginsRoom>>
  }

type BesideInbox = Pick<Connected, 'sessions' | 'tasks' | 'flow'>

function inboxPortsOf({ sessions, tasks, flow }: BesideInbox): Parameters<typeof openInboxRoom>[1] {
  return { needOfSession: sessions.needOf, needOfTask: tasks.needOf, tellStrandNeeds: flow.tellNeeds }
}

/** What one room tells another that was opened before it. */
function connect({ sessions, hooks, fuel, devices, ...rooms }: Omit<Connected, 'modes'>): void {
  const { approvals, transcripts, streams, search, tasks, notify, assistant, mirror, flow, plugins } = rooms
  transcripts.readOnDevices(devices.requests)
  streams.readOnDevices(devices.requests)
  sessions.onForgotten(approvals.forget)
  sessions.onForgotten((id) => forgetInSearch(search, transcripts, id))
  tasks.onSettled(sessions.taskSettled)
  hooks.reportTo(fuel.hearing(approvals.report))
  devices.countBy(fuel.fromDevice)
  fuel.tellBy(notify.tellBudget)
  devices.prefaceWith(assistant.preface)
  mirror.keepIn(flow.synthetic)
  plugins.serveAfter(flow.started)
}

type BesideNotify = Pick<BesideDevices, 'modes' | 'sessions' | 'approvals'> & Pick<NotifyPorts, 'logins'>
type NotifyPorts = Parameters<typeof openNotifyRoom>[1]

function notifyPortsOf({ modes: { mode }, sessions, approvals: { askOf }, logins }: BesideNotify): NotifyPorts {
  return { mode, sessionOf: sessions.workOf, askOf, logins }
}

type LocalHub = Awaited<ReturnType<typeof openDevicesRoom>>['local']

/** The built page lies beside the bundle; from sources it lies where the build puts it. */
function pageFolder(): string | null {
  const candidates = [join(import.meta.dirname, 'web'), join(import.meta.dirname, '../../dist/web')]
  // The sources have an index.html of their own, which nothing has built yet.
  return candidates.find((folder) => existsSync(join(folder, 'assets'))) ?? null
}
