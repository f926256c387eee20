// The composition root of the service: opens everything in order, connects the rooms, and closes in reverse.
import { existsSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Refusal } from '#platform/contract.ts'
import { createHookKey, type HookKey } from '#platform/server/access/hook-key.ts'
import { stateSocket } from '#platform/api.ts'
import { createAuth, type Auth, type Principal } from '#platform/server/auth/auth.ts'
import { makeLoginLink, mountAuthRoutes } from '#platform/server/auth/routes.ts'
import type { RunningService } from '#platform/server/cli/run-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import { readEnvironment, type Environment } from '#platform/server/config/environment.ts'
import { openCounter, type Counter } from '#platform/server/db/counter.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { storageRefusals } from '#platform/server/db/storage-error.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { createHttpServer, type HttpServer } from '#platform/server/http/server.ts'
import { createLiveFeed, type LiveFeed } from '#platform/server/live/live-feed.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createChatModel } from '#platform/server/model/chat-model.ts'
import { createListProcesses } from '#platform/server/processes.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { workerEnvironment } from '#platform/server/sandbox/worker-environment.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { version } from '#platform/server/version.ts'
import { builtinStrands, createFlow, createStrandSource, type Flow } from '#rooms/flow/server/index.ts'
import { createHooks, machineEventOf, type Hooks } from '#rooms/hooks/server/index.ts'
import { createPlugins, type Plugins } from '#rooms/plugins/server/index.ts'
import { createMirror, type Mirror } from '#rooms/mirror/server/index.ts'
import { createModes, type Modes } from '#rooms/modes/server/index.ts'
import {
  createLauncher,
  createSessions,
  removeArtifacts,
  type Launcher,
  type Sessions,
} from '#rooms/sessions/server/index.ts'
import { createTerminals, type Terminals } from '#rooms/terminal/server/index.ts'
import { createTasks, type Tasks } from '#rooms/tasks/server/index.ts'
import { createTriage, runAsStep, type Triage } from '#rooms/triage/server/index.ts'

const clock = systemClock

/** Starts the service in a home that is private and locked. Rejects with what stops it; then nothing is left open. */
export async function startService(config: Config, log: Log): Promise<RunningService> {
  const { home } = config
  await using stack = new AsyncDisposableStack()
  const database = stack.use(openDatabase({ path: join(home, 'service.db'), sync: config.db.sync }))
  const auth = stack.adopt(await createAuth({ home, accessToken: config.accessToken, clock, log }), (it) => it.close())
  const modes = createModes({ config, version })
  const address = { hookPort: config.port, url: '' }
  const rooms = await connectRooms(stack, { config, log, database, modes, auth, address })
  const hookKey = createHookKey()
  const http = openHttp({ config, log, database, auth, modes, rooms, hookKey })
  stack.defer(() => http.close())
  const listening = await http.listen()
  Object.assign(address, listening)
  await writeAtomic(join(home, 'hook-port'), `${listening.hookPort}\n`)
  await hookKey.publish(home, listening.hookPort)
  stack.defer(() => rooms.hooks.stop())
  // What agents reported while nobody listened counts before anybody looks whether they live.
  await rooms.hooks.start()
  await rooms.sessions.startScanning(() => rooms.hooks.drain())
  // Its strands and the wait for its first greeting come before the run that the start makes.
  await rooms.mirror.start(rooms.flow.synthetic)
  // Nothing but their own routes waits for strands, which a person's files may make slow to load.
  rooms.flow.start().catch((error: unknown) => log.error({ err: error }, 'the strands could not be started'))
  log.info({ url: listening.url, mode: modes.mode, sessions: rooms.sessions.count() }, 'the service is ready')
  const open = stack.move()
  return {
    url: listening.url,
    hookPort: listening.hookPort,
    loginUrl: async () => makeLoginLink({ auth, baseUrl: () => http.baseUrl() }).url,
    close: () => open.disposeAsync(),
  }
}

type Ground = {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly modes: Modes
}

type Rooms = {
  readonly live: LiveFeed
  readonly hooks: Hooks
  readonly sessions: Sessions
  readonly tasks: Tasks
  readonly triage: Triage
  readonly terminals: Terminals
  readonly mirror: Mirror
  readonly plugins: Plugins
  readonly flow: Flow
}

/** Where the service listens, once it does. */
type Address = { readonly hookPort: number; readonly url: string }
type Connecting = Ground & { readonly auth: Auth; readonly address: Address }

/** Where one room needs another's action, this is the wire between them. */
async function connectRooms(
  stack: AsyncDisposableStack,
  { config, log, database, modes, auth, address }: Connecting,
): Promise<Rooms> {
  const { home, agents } = config
  const hookPort = (): number => address.hookPort
  const environment = readEnvironment()
  const flowFrames = await openCounter(database, 'flow frames')
  const tmux = createTmux({ socketName: config.tmuxSocket, env: environment, log })
  const launcher = createLauncher({ tmux, home, agents, hookPort, env: environment, log })
  const live = createLiveFeed({
    ...stateSocket,
    head: () => ({ mode: modes.mode }),
    frames: await openCounter(database, 'state frames'),
    timers: systemTimers,
  })
  stack.use(live)
  const onTaskSettled = (taskId: string): void => sessions.taskSettled(taskId)
  const deletedDays = config.retention.deletedTasksDays
  const tasks = await createTasks({ database, live, onTaskSettled, clock, log, deletedDays })
  stack.use(tasks)
  const triage = stack.use(await openTriage({ config, log, database }, { tasks, live }))
  const hooks: Hooks = createHooks({
    home,
    userHome: homedir(),
    scripts: config.hooks,
    applyReport: (report) => sessions.report(report),
    clock,
    log,
  })
  const sessions: Sessions = await createSessions({
    home,
    database,
    live,
    clock,
    log,
    tmux,
    tasks,
    spawn: withHooks(hooks, launcher),
    planLaunch: launcher.planLaunch,
    agentTypes: launcher.agentTypes,
    machineEventOf,
    async forgetArtifacts(session, output) {
      await removeArtifacts(home, session.id, output)
      await hooks.removeSessionEvents({ sessionId: session.id, tmuxSession: session.tmux_session })
    },
    retentionDays: config.retention.sessionEventsDays,
    outputDays: config.retention.sessionsDays,
  })
  stack.use(sessions)
  const terminals = stack.use(openTerminals({ config, tmux, environment }, sessions))
  const mirror = openMirror({ config, log, database, environment }, sessions)
  const plugins = stack.use(createPlugins({ home, env: environment, log }))
  const ground = { config, log, database, modes, auth, address }
  const flow = stack.use(openWorkflows(ground, { env: environment, triage, mirror, plugins, frames: flowFrames }))
  // Ends before what it writes to.
  stack.use(mirror)
  return { live, hooks, sessions, tasks, triage, terminals, mirror, plugins, flow }
}

function openTriage(
  { config, log, database }: Pick<Ground, 'config' | 'log' | 'database'>,
  { tasks, live }: { readonly tasks: Tasks; readonly live: LiveFeed },
): Promise<Triage> {
  return createTriage({
    database,
    tasks: { ...tasks.triage, cards: tasks.cards, task: tasks.task },
    model: createChatModel(config.model),
    maxTasks: config.triage.maxTasks,
    retentionDays: config.retention.triageDays,
    live,
    clock,
    log,
  })
}

type WorkflowParts = {
  readonly env: Environment
  readonly triage: Triage
  readonly mirror: Mirror
  readonly plugins: Plugins
  readonly frames: Counter
}

function openWorkflows(
  { config, log, database, auth, address }: Connecting,
  { env, triage, mirror, plugins, frames }: WorkflowParts,
): Flow {
  const { home } = config
  const stepApi = { baseUrl: () => address.url, token: auth.stepToken }
  const builtins = builtinStrands(
    {
      ports: { runTriage: (call) => runAsStep(triage, call) },
      home,
      userHome: homedir(),
      store: config.store,
      env: workerEnvironment(env, home),
      clock,
    },
    [mirror.strand],
  )
  return createFlow({
    home,
    database,
    source: createStrandSource({ home, builtins, stepApi, env, log }),
    loadPlugins: () => plugins.load(),
    webhooks: config.webhooks,
    setJobEnabled: mirror.setJobEnabled,
    hosts: [hostname(), 'localhost'],
    capabilities: config.flow.capabilities,
    retentionDays: config.retention.flowRunDays,
    frames,
    clock,
    log,
    nameOf: (principal) => nameOf(auth, principal),
  })
}

/** For the history of runs: a login by its browser. */
function nameOf(auth: Auth, principal: Principal | null): string {
  if (principal?.kind !== 'login') return principal?.kind === 'step' ? 'a step' : 'access token'
  return auth.logins().find(({ id }) => id === principal.loginId)?.label ?? 'a login'
}

type MirrorGround = Omit<Ground, 'modes'> & { readonly environment: Environment }

function openMirror({ config, ...ground }: MirrorGround, sessions: Sessions): Mirror {
  return createMirror({
    ...ground,
    config: config.gateway,
    userHome: homedir(),
    sessions,
    version,
    random: Math.random,
    clock,
  })
}

type TerminalGround = Pick<Ground, 'config'> & { readonly tmux: Tmux; readonly environment: Environment }

function openTerminals({ config, tmux, environment }: TerminalGround, sessions: Sessions): Terminals {
  return createTerminals({
    tmux,
    findTerminal: (id) => sessions.terminalOf(id),
    listProcesses: createListProcesses(environment),
    clock,
    transfer: {
      public_url: config.publicUrl,
      ssh_host: `${userInfo().username}@${hostname()}`,
      tmux_socket: config.tmuxSocket,
    },
  })
}

type HttpParts = Ground & { readonly auth: Auth; readonly rooms: Rooms; readonly hookKey: HookKey }

function openHttp({ config, log, database, auth, modes, rooms, hookKey }: HttpParts): HttpServer {
  const http = createHttpServer({
    config,
    auth,
    log,
    version,
    pageFolder: pageFolder(),
    gone: modes.gone,
    prefixes: modes.prefixes,
    notReady: () => notReady(database),
    hookKey,
  })
  modes.mount(http.api)
  mountAuthRoutes(http.api, { auth, baseUrl: () => http.baseUrl() })
  rooms.hooks.mount(http.api)
  rooms.sessions.mount(http.api)
  rooms.tasks.mount(http.api)
  rooms.triage.mount(http.api)
  rooms.terminals.mount(http.api)
  rooms.mirror.mount(http.api)
  rooms.flow.mount(http.api)
  rooms.plugins.mount(http.api, rooms.flow.started)
  http.addSocket(rooms.live.route)
  http.addSocket(rooms.terminals.route)
  http.addSocket(rooms.flow.route)
  rooms.flow.countRuns(http.metrics)
  return http
}

/** Claude Code reports through hooks that are installed before it starts; other agents need none. */
function withHooks(hooks: Hooks, launcher: Launcher): Launcher['spawn'] {
  return async (request) => {
    if (request.session.agent_type === 'code-agent') await hooks.ensureHooks()
    return launcher.spawn(request)
  }
}

/** The built page lies beside the bundle; from sources it lies where the build puts it. */
function pageFolder(): string | null {
  const candidates = [join(import.meta.dirname, 'web'), join(import.meta.dirname, '../../dist/web')]
  // The sources have an index.html of their own, which nothing has built yet.
  return candidates.find((folder) => existsSync(join(folder, 'assets'))) ?? null
}

function notReady(database: Database): Refusal | null {
  const trouble = database.trouble()
  return trouble === null ? null : storageRefusals[trouble]
}
