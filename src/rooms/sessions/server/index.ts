// The sessions room as app/ wires it.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { watchOnce } from '#platform/server/files/watch-once.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import { liveLastLines, liveSessions } from '../api.ts'
import type { AgentReport, LastLine, ReportAnswer, Session, SessionCard, SessionState } from '../contract.ts'
import { toCard } from '../core/list/card.ts'
import { needOf } from '../core/list/need.ts'
import { deviceIdOf } from '../core/list/place.ts'
import { isOnBoard, livesHere } from '../core/lives-here.ts'
import type { KnownTerminal } from '#rooms/terminal/contract.ts'
import type { ActivitySource, NamesOfAgents } from '#rooms/activity/contract.ts'
import type { Need } from '#rooms/inbox/contract.ts'
import { createProcessTree } from '#platform/server/process-tree.ts'
import { createReadProcessTerminal } from '#platform/server/foreground.ts'
import { createActivityFill, type ActivityFill } from './log/fill-activity.ts'
import { sessionActivity } from './log/session-activity.ts'
import { namesOfAgents } from './log/session-names.ts'
import { createStarting, createTold, streamedSessions, type Streamed, type StreamedParts } from './streamed.ts'
import { transcribedSessions, type Transcribed } from './transcribed.ts'
import { missedFollowUps } from '../core/restore/follow-ups.ts'
import type { SessionsContext } from './context.ts'
import { onHome, type SessionsOnHome } from './home.ts'
import { settleAll } from './start/dependants.ts'
import { createTrials, type Trials } from './start/trial.ts'
import { artifactPaths, removeArtifacts } from './launcher/artifacts.ts'
import { createLauncher, type Launcher, type OnStarting } from './launcher/launcher.ts'
import { logMark, readLog, type ReadLog } from './launcher/log-recorder.ts'
import { readLastWords } from './output/last-words.ts'
import { followLastLines, type LastLines } from './output/last-lines.ts'
import { createSessionSearch } from './search-sources.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import { openSessions, type SessionsParts } from './open-sessions.ts'
import { createDeviceOutput, type DeviceOutput } from './fabric/device-output.ts'
import { fabricSessions, type FabricParts, type FabricSessions } from './fabric/fabric-sessions.ts'
import { countShown, shownSession, shownSessions } from './nodes/shown.ts'
import { besideNodes, type BesideNodes } from './nodes/beside-nodes.ts'
import type { DevicesPort, HooksPort, SessionsPorts } from './ports.ts'
import { fueledSessions, type FueledSessions } from './fueled.ts'
import { goOn, type DecidedApproval } from './change/go-on.ts'
import { applyReport, type AlongReport } from './change/report.ts'
import { mountSessions } from './routes.ts'
import { scanOnce } from './scan/scan.ts'
import { startScanner, type Scanner } from './scan/scanner.ts'
import { prefersReducedMotion } from './scan/reduced-motion.ts'
import { correctTimes } from './end/tidy.ts'
import { startStopWatch } from './end/stop-watch.ts'
import { startLineWatch } from './scan/line-watch.ts'
import type { LineTrack } from '../core/scan/work-line.ts'
import { startTurnWatch } from './scan/turn-watch.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

/** The parts of the ground that this room stands on; it tells of sessions (`liveSessions`) and of what each printed last. */
export type SessionsGround = GroundOf<
  'database' | 'live' | 'audit' | 'tmux' | 'address' | 'environment' | 'userHome' | 'clock' | 'timers' | 'log',
  'home' | 'agents' | 'retention' | 'shell'
>

/**
 * Agents at work. Its start looks at tmux and resolves after that first look; from then on it looks whenever tmux changes,
 * every 30 s, and at sessions whose turns hooks do not tell.
 */
export interface Sessions extends Room, BesideNodes {
  /** Applies what an agent reported; see `ApplyReport` of the hooks room. */
  report(report: AgentReport, along?: AlongReport): Promise<Result<ReportAnswer, Refusal>>
  /** An approval of a session that waits was decided: it goes on. False where it does not wait; then nothing is written. */
  goOn(id: string, decided: DecidedApproval): Promise<boolean>
  /** A task was done or reopened: sessions that wait for it may start. Nobody waits for the starts; the end of the room does. */
  taskSettled(taskId: string): void
  /** Calls `forget` from now on before anything of a session is removed for good, and waits for it. */
  onForgotten(forget: OnForgotten): void
  /** Sessions and their outputs, for search. */
  readonly searched: readonly SearchSource[]
  /** The state of the session with that tmux name; null for a name that no session has. */
  stateOf(tmuxSession: string): SessionState | null
  /** What a session needs of a person; null for one that needs nobody. */
  needOf(session: SessionCard): Need | null
  /** What Home tells of sessions. */
  readonly onHome: SessionsOnHome
  /** What happened to sessions, and what was said to them. */
  readonly activity: readonly ActivitySource[]
  readonly namesOfAgents: NamesOfAgents
  /** What runs a session, and whether it is at work; null for one that is gone. */
  workOf(id: string): { readonly harness: string | null; readonly isRunning: boolean } | null
  /** The sessions that run on a device, ended ones too; those of this machine's tmux run on the hub's own. */
  onDevice(deviceId: string): readonly Session[]
  /** How many of each device's have not ended. */
  activeByDevice(): ReadonlyMap<string, number>
  /** What the devices tell, and ask for, of the sessions there. */
  readonly fabric: FabricSessions
  /** Says where sessions of devices run. Called once, in fabric mode, before anything is started. */
  runOn(devices: DevicesPort): void
  /** What counts fuel asks of sessions, and says to them. */
  readonly fueled: FueledSessions
  /** How many sessions there are. */
  count(): number
  /** How many of them are in each state. */
  countByState(): Readonly<Record<SessionState, number>>
  /** What streams are made of. */
  readonly streamed: Streamed
  /** What transcripts are told of. */
  readonly transcribed: Transcribed
  /** A test launch of an agent type; see `Trials`. */
  readonly tryAgent: Trials['tryAgent']
  /** Where the terminal of a session is, whether it is alive or not; null for an unknown session. */
  terminalOf(id: string): KnownTerminal | null
}

/** Forgets what another room keeps of a session; a second time for the same one harms nothing. */
export type OnForgotten = (sessionId: string) => Promise<void>

/** Restores what was known. Rejects when the log can't be read or written. */
export async function openSessionsRoom(ground: SessionsGround, ports: SessionsPorts): Promise<Sessions> {
  const { config, tmux, log } = ground
  const { home } = config
  const starting = createStarting()
  const launcher = launcherOf(ground, ports, starting.tell)
  let scanner: Scanner | null = null
  const forgotten: OnForgotten[] = []
  const onForgotten = (forget: OnForgotten) => void forgotten.push(forget)
  const logged = createTold()
  const { context, file, stop, forgetDue } = await openSessions({
    ...partsOf(ground, ports, launcher),
    onForgotten: (id) => tellAll(forgotten, id),
    onLogged: logged.tell,
    ...ground.live.offer(liveSessions, { all: () => cardsOf(context) }),
    lookSoon: () => scanner?.lookSoon(),
  })
  const { publish } = ground.live.offer(liveLastLines, { all: () => lines.all() })
  const { output, lines } = openOutputs(context, ground, publish)
  const watches = new AsyncDisposableStack()
  const nodes = besideNodes(context, { ...ground, watches })
  const fill = watches.use(createActivityFill(ground))
  const readPart = (id: string, part: ReadLog) => readLog(home, id, part)
  const trials = watches.use(createTrials({ ...ground, home, context, agents: () => config.agents, readLog: readPart }))
  const pastDays = () => config.retention.sessionsDays
  const look = () => lookOnce(context, ports.hooks.drain)

  return {
    mount: (api) =>
      mountSessions(api, { ...launcher, audit: ground.audit, context, lines, pastDays, readLog: readPart }),
    report: (report, along) => applyReport(context, report, along),
    goOn: (id, decided) => goOn(context, id, decided),
    async start() {
      await followUp(context)
      scanner = watches.use(
        startScanner({ tmux, log, look, whileOpening: () => Promise.all(context.spawning.values()) }),
      )
      await scanner.firstLook
      startWatches(watches, context, lookedAtFor(ground, logged))
      nodes.watch()
      forgetDue()
      fill.start()
    },
    taskSettled: context.onTaskSettled,
    searched: searchedOf(context, ground),
    onForgotten,
    ...nodes.asked,
    needOf: (session) => (isOnBoard(session) ? needFoundByDevice(context, needOf(session, ports.tasks)) : null),
    onHome: onHome({ ...ground, ...launcher, context, lines, nameOf: ports.tasks.nameOf }),
    ...answersFrom(context, ground, fill),
    ...fabricOf({ context, lines, output }),
    ...outputsOf(ground, { context, home, onLogged: logged.follow, onForgotten, onStarting: starting.follow }),
    tryAgent: (agentType, who) => trials.tryAgent(agentType, who),
    async [Symbol.asyncDispose]() {
      await lines[Symbol.asyncDispose]()
      await watches.disposeAsync()
      await stop()
      file.flushSync()
    },
  }
}

function outputsOf(
  { database: { read } }: SessionsGround,
  parts: StreamedParts,
): Pick<Sessions, 'streamed' | 'transcribed'> {
  return { streamed: streamedSessions(parts), transcribed: transcribedSessions({ ...parts, read }) }
}

function launcherOf(ground: SessionsGround, { hooks }: SessionsPorts, onStarting: OnStarting): Launcher {
  const { config, address } = ground
  return createLauncher({
    ...ground,
    home: config.home,
    agents: () => config.agents,
    hookPort: address.hookPort,
    ensureHooks: hooks.ensureHooks,
    inherits: () => null,
    marksShells: () => config.shell.integration,
    onStarting,
  })
}

function startWatches(
  watches: AsyncDisposableStack,
  context: SessionsContext,
  lookedAt: ReturnType<typeof lookedAtFor>,
): void {
  const lines = new Map<string, LineTrack>()
  watches.use(startTurnWatch(context, { ...lookedAt, lines }))
  watches.use(startLineWatch(context, { ...lookedAt, timers: systemTimers, watchOnce, lines }))
  watches.use(startStopWatch(context, systemTimers))
}

/** What the watch of turns looks at beside the screens. */
function lookedAtFor({ config: { home }, userHome }: SessionsGround, logged: ReturnType<typeof createTold>) {
  return {
    onChanged: (listener: (sessionId: string) => void) =>
      logged.follow((events) => events.forEach(({ sessionId }) => listener(sessionId))),
    logSize: async (id: string) => (await logMark(home, id))?.size ?? null,
    logPath: (id: string) => artifactPaths(home, id)?.log ?? null,
    isMotionReduced: () => prefersReducedMotion(userHome),
  }
}

function fabricOf(parts: FabricParts): Pick<Sessions, 'fabric' | 'runOn' | 'fueled'> {
  const { context } = parts
  return {
    fabric: fabricSessions(parts),
    runOn: (devices) => void (context.devices.port = devices),
    fueled: fueledSessions(context),
  }
}

async function lookOnce(context: SessionsContext, drain: HooksPort['drain']): Promise<void> {
  await correctTimes(context)
  await scanOnce(context, drain)
  await settleAll(context)
}

async function tellAll(forgotten: readonly OnForgotten[], id: string): Promise<void> {
  for (const forget of forgotten) await forget(id)
}

/** Who filters for a device finds what waits there. */
function needFoundByDevice(context: SessionsContext, need: Need | null): Need | null {
  const { devices } = context
  const session = need === null ? null : shownSession(context, need.subject.id)
  const id = session?.device_id ?? null
  const name = session?.node?.name ?? (id === null ? null : devices.port.nameOf(id))
  return need === null || name === null ? need : { ...need, found_by: [...need.found_by, name] }
}

function searchedOf(context: SessionsContext, { database, config }: SessionsGround): readonly SearchSource[] {
  return createSessionSearch({ context, read: database.read, readLog: (id, part) => readLog(config.home, id, part) })
}

/** What other rooms ask of the sessions as they stand. */
type AnswersOfRegistry = Pick<
  Sessions,
  | 'activity'
  | 'namesOfAgents'
  | 'stateOf'
  | 'workOf'
  | 'onDevice'
  | 'activeByDevice'
  | 'count'
  | 'countByState'
  | 'terminalOf'
>

function answersFrom(
  context: SessionsContext,
  { database }: SessionsGround,
  { isComplete }: ActivityFill,
): AnswersOfRegistry {
  const { registry } = context
  return {
    activity: sessionActivity({ ...database, isComplete, nodes: context.foreign.nodes }, (id) => nameOf(context, id)),
    namesOfAgents: (names) => namesOfAgents(database.read, (name) => nameOfAgent(context, name), names),
    stateOf: (name) => registry.byTmuxName(name)?.session.state ?? null,
    workOf(id) {
      const session = shownSession(context, id)
      return session === null ? null : { harness: session.harness, isRunning: session.state === 'running' }
    },
    onDevice(deviceId) {
      return shownSessions(context).filter((session) => deviceIdOf(session) === deviceId)
    },
    activeByDevice: () => activeByDevice(context),
    count: () => countShown(context),
    countByState: () => countByState(context),
    terminalOf: (id) => terminalNameOf(context, id),
  }
}

function activeByDevice(context: SessionsContext): Map<string, number> {
  const active = new Map<string, number>()
  for (const session of shownSessions(context)) {
    const id = session.ended_at === null ? deviceIdOf(session) : null
    if (id !== null) active.set(id, (active.get(id) ?? 0) + 1)
  }
  return active
}

function countByState(context: SessionsContext): Record<SessionState, number> {
  const counts = { idle: 0, running: 0, awaiting_review: 0, completed: 0, failed: 0 }
  for (const session of shownSessions(context)) if (isOnBoard(session)) counts[session.state] += 1
  return counts
}

function nameOf(context: SessionsContext, id: string): string | null {
  const session = shownSession(context, id)
  return session === null ? null : (session.label ?? session.tmux_session)
}

function nameOfAgent(context: SessionsContext, name: string): string | null {
  const record = context.registry.byTmuxName(name)
  return nameOf(context, record?.session.id ?? name)
}

function terminalNameOf({ registry }: SessionsContext, sessionId: string): KnownTerminal | null {
  const record = registry.get(sessionId)
  if (record === null) return null
  const { tmuxId, runId } = record
  const { tmux_session: tmuxSession, device_id: deviceId } = record.session
  if (livesHere(record.session)) return { kind: 'here', tmuxId, tmuxSession }
  return deviceId === null || runId === null ? null : { kind: 'there', deviceId, sessionId, runId, tmuxSession }
}

function cardsOf(context: SessionsContext): SessionCard[] {
  return shownSessions(context).map(toCard)
}

function openOutputs(
  { registry }: SessionsContext,
  ground: SessionsGround,
  publish: Publish<LastLine>,
): { readonly output: DeviceOutput; readonly lines: LastLines } {
  const { config, live, clock } = ground
  const { home } = config
  const output = createDeviceOutput(home, clock)
  const lines = followLastLines({
    ...ground,
    publish,
    records: () => registry.all(),
    isWatched: () => live.watchers() > 0,
    // What a device wrote a moment ago is known without a look at the disk.
    logMark: async (id) => output.mark(id) ?? (await logMark(home, id)),
    logEnd: async (id, bytes) =>
      output.end(id, bytes) ?? (await readLog(home, id, { tailBytes: bytes, from: null }))?.bytes ?? null,
  })
  return { output, lines }
}

/** What this room works with of its ground, of other rooms and of its launcher. */
function partsOf(
  ground: SessionsGround,
  { tasks, hooks }: SessionsPorts,
  { planLaunch, spawn }: Launcher,
): Omit<SessionsParts, 'publish' | 'lookSoon'> {
  const { config } = ground
  const { home } = config
  return {
    ...ground,
    home,
    tasks,
    planLaunch,
    spawn,
    machineEventOf: hooks.machineEventOf,
    async forgetArtifacts(session, output) {
      await removeArtifacts(home, session.id, output)
      await hooks.removeSessionEvents({ sessionId: session.id, tmuxSession: session.tmux_session })
    },
    readProcessTerminal: createReadProcessTerminal(ground.environment),
    processTree: createProcessTree(ground.environment),
    readLastWords: (id) => readLastWords(home, id, ground.log),
    retentionDays: () => config.retention.sessionEventsDays,
    pastDays: () => config.retention.sessionsDays,
  }
}

/** What the last life of the service committed for a session and not yet for its task. A second time changes nothing. */
async function followUp({ registry, tasks, log }: SessionsContext): Promise<void> {
  const sessions = registry.all().map(({ session }) => session)
  for (const { taskId, status, ...move } of missedFollowUps(sessions, tasks.standingOf)) {
    log.info(
      { task_id: taskId, session_id: move.sessionId, status },
      'a task follows a session that moved before the restart',
    )
    await tasks.follow(taskId, status, move)
  }
}

// What starts agents in tmux, for the daemon of a device too.
export { createLauncher } from './launcher/launcher.ts'
export { readLog } from './launcher/log-recorder.ts'
export { removeArtifacts, removeScript } from './launcher/artifacts.ts'
export { prefersReducedMotion } from './scan/reduced-motion.ts'
export { createScreensApart } from './scan/screens-apart.ts'
