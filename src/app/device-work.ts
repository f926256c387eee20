// What starts agents on a machine for a hub: the daemon's own tmux server, hooks, and the spool. The hub's machine has one, too.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adapterOf } from '#base/harness/catalog.ts'
import { commonEnvironment } from '#base/harness/environment.ts'
import { err } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { createHookKey } from '#platform/server/access/hook-key.ts'
import { createAuth } from '#platform/server/auth/auth.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { createWatched } from '#platform/server/config/watched.ts'
import { expandHome } from '#platform/server/files/expand-home.ts'
import { appendPrivateFile } from '#platform/server/files/private-file.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { createHttpServer } from '#platform/server/http/server.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createProcessTree } from '#platform/server/process-tree.ts'
import { openPty } from '#platform/server/pty.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { version } from '#platform/server/version.ts'
import {
  deviceTmuxSocket,
  loadWork,
  readIdentity,
  runsFile,
  type AgentTerminals,
  type AnswerHub,
  type Work,
} from '#rooms/devices/daemon/index.ts'
import { openDeviceSecrets } from '#rooms/vault/daemon/index.ts'
import { createDeviceDesk, mountAsking, type AskDesk } from '#rooms/approvals/server/index.ts'
import { openHooksRoom } from '#rooms/hooks/server/index.ts'
import {
  createLauncher,
  createScreensApart,
  prefersReducedMotion,
  readLog,
  removeArtifacts,
  removeScript,
} from '#rooms/sessions/server/index.ts'
import { openDeviceFiles, type DeviceFiles } from './device-files.ts'
import { openDeviceUsage } from './device-usage.ts'

export type DeviceWorkParts = {
  /** Its own folder, private and held by nobody else. */
  readonly folder: string
  readonly environment: Environment
  readonly userHome: string
  readonly config: Pick<Config, 'agents' | 'hooks' | 'motherSessionsDir' | 'assistant'>
  readonly log: Log
}

/** Resolves once what was under way is found again. Rejects with what stops it; then nothing is left open. */
export async function openDeviceWork(parts: DeviceWorkParts): Promise<Work> {
  const { folder, environment, log, config } = parts
  const { checkModel, createProcessRunner, createTerminalRunner, createTerminalViews, openWork } = await loadWork()
  await using opening = new AsyncDisposableStack()
  const onTime = { clock: systemClock, timers: systemTimers, log }
  const processTree = createProcessTree(environment)
  const { secrets, book } = await openBook(opening, parts)
  const hooks = await openHooks(opening, parts)
  const process = createProcessRunner({
    ...onTime,
    book,
    environment,
    processTree,
    assistantCommand: config.assistant.command,
    checkModel: (model) => checkModel(environment, model),
  })
  const tmux = createTmux({ socketName: deviceTmuxSocket, env: environment, log })
  const files = opening.use(await openDeviceFiles({ ...onTime, book, environment, home: folder }))
  const terminals = terminalsOf(parts, { tmux, hooks, files })
  const screens = screensOf(parts.userHome)
  const homes = { userHome: parts.userHome, home: folder }
  const usage = opening.use(await openDeviceUsage({ ...onTime, ...homes, book, environment, config }))
  const terminal = createTerminalRunner({ ...onTime, book, tmux, terminals, screens, usage, files, processTree })
  const desk = opening.use(
    createDeviceDesk({
      ...onTime,
      report: terminal.report,
      tell: terminal.tellApproval,
      kept: textFile(join(folder, 'asks.json')),
      onError: (error) => log.error({ err: error }, 'the end of a question could not be told'),
    }),
  )
  hooks.room.reportTo(desk.report)
  hooks.ask(desk)
  await hooks.room.start?.()
  const around = {
    masks: secrets,
    clock: systemClock,
    answers: { transcript: answerTranscripts(parts), diff: files.answer },
  }
  const views = createTerminalViews({ book, tmux, openPty, ...around })
  const runners = { process, terminal }
  const work = await openWork({
    ...onTime,
    book,
    views,
    runners,
    openSecrets: secrets.open,
    onAnswer: (id, decision) => desk.answer(id, decision),
  })
  await desk.start()
  const rest = opening.move()
  return {
    ...boundWork(work),
    async [Symbol.asyncDispose]() {
      await work[Symbol.asyncDispose]()
      await rest.disposeAsync()
    },
  }
}

function screensOf(userHome: string) {
  return createScreensApart({ isMotionReduced: () => prefersReducedMotion(userHome), now: systemClock.now })
}

/** What is known of runs here. Whoever writes of one in it writes what may leave this machine. */
async function openBook(opening: AsyncDisposableStack, { folder, config }: DeviceWorkParts) {
  const { maskedBook, openRunBook } = await loadWork()
  const secrets = openDeviceSecrets({
    identity: () => readIdentity(folder),
    handed: textFile(join(folder, 'handed.json')),
  })
  const place = { path: runsFile(folder), onKept: keepAnswers(config) }
  const kept = await openRunBook({ ...place, clock: systemClock })
  return { secrets, book: maskedBook(opening.use(kept), secrets) }
}

/** The same work as an object of functions, of which a caller may put others in their place. */
export function boundWork(work: Work): Work {
  return {
    known: () => work.known(),
    join: (channel, resume) => work.join(channel, resume),
    leave: () => work.leave(),
    start: (start) => work.start(start),
    cancel: (key) => work.cancel(key),
    acknowledge: (mark) => work.acknowledge(mark),
    answer: (id, decision) => work.answer(id, decision),
    show: (frame) => work.show(frame),
    endAll: () => work.endAll(),
    isTold: () => work.isTold(),
    [Symbol.asyncDispose]: () => work[Symbol.asyncDispose](),
  }
}

/** Loaded with the first question: a daemon at rest knows nothing of it. */
function answerTranscripts({ userHome, environment, config }: DeviceWorkParts): AnswerHub {
  let answering: Promise<AnswerHub> | null = null
  return async (about) => {
    answering ??= import('#rooms/transcripts/server/index.ts').then(({ answerFrom }) =>
      answerFrom({ userHome, environment, agents: () => config.agents }),
    )
    return (await answering)(about)
  }
}

type Hooks = {
  readonly room: ReturnType<typeof openHooksRoom>
  readonly port: number
  /** Takes what agents ask from here on. */
  readonly ask: (desk: AskDesk) => void
}

const notYet: Refusal = { error: 'starting', reason: 'The daemon is starting.' }

/** A listener of its own: its runs report here, wherever a service listens. */
async function openHooks(
  opening: AsyncDisposableStack,
  { folder, environment, userHome, config, log }: DeviceWorkParts,
): Promise<Hooks> {
  const settings = createWatched({ hooks: config.hooks })
  const ground = {
    config: { home: folder, hooks: config.hooks },
    wishesIn: dirname(folder),
    settings,
    userHome,
    environment,
    clock: systemClock,
    log,
  }
  const room = opening.use(openHooksRoom(ground))
  const accessToken = randomBytes(32).toString('base64url')
  const auth = opening.use(
    await createAuth({ home: folder, accessToken, clock: systemClock, timers: systemTimers, log }),
  )
  const hookKey = createHookKey()
  const http = createHttpServer({
    config: {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      allowedHosts: [],
      requireTokenLocally: false,
      hooks: config.hooks,
    },
    auth,
    hookKey,
    log,
    version,
    pageFolder: null,
    gone: () => null,
    notReady: () => null,
  })
  opening.defer(() => http.close())
  mountRoom(http, room)
  let desk: AskDesk | null = null
  mountAsking(http.api, {
    parseReport: (body) => room.parseReport(body),
    ask: async (report, request) => (desk === null ? err(notYet) : desk.ask(report, request)),
    await: async (id, signal) => (desk === null ? err(notYet) : desk.await(id, signal)),
  })
  const { hookPort: port } = await http.listen()
  await writeAtomic(join(folder, 'hook-port'), `${port}\n`)
  await hookKey.publish(folder, port)
  return { room, port, ask: (those) => void (desk = those) }
}

type Launching = {
  readonly tmux: ReturnType<typeof createTmux>
  readonly hooks: Hooks
  readonly files: Pick<DeviceFiles, 'starting'>
}

function terminalsOf(
  { folder, environment, userHome, config, log }: DeviceWorkParts,
  { tmux, hooks, files }: Launching,
): AgentTerminals {
  const launcher = createLauncher({
    tmux,
    home: folder,
    agents: () => config.agents,
    hookPort: () => hooks.port,
    userHome,
    log,
    environment,
    ensureHooks: (harness, env) => hooks.room.ensureHooks(harness, env),
    onStarting: files.starting,
    inherits: (harness) => [...commonEnvironment, ...(adapterOf(harness)?.environment ?? [])],
  })
  return {
    async launch({ id, runId, name, agentType, prompt, model, workingDir, interactive, label, taskId, secrets }) {
      const session = {
        id,
        agent_type: agentType,
        tmux_session: name,
        label,
        prompt,
        task_id: taskId,
        working_dir: workingDir === null ? null : expandHome(workingDir, userHome),
        interactive,
      }
      return launcher.spawn({ session, runId, model, secrets })
    },
    bar: (id) => removeScript(folder, id),
    readOutput: (id, from) => readLog(folder, id, { tailBytes: 0, from, isFromStart: true }),
    forget: (id) => removeArtifacts(folder, id, { log: 'remove' }),
    drainHooks: () => hooks.room.drain(),
  }
}

type OpenRunBook = Awaited<ReturnType<typeof loadWork>>['openRunBook']

/** Of the local assistant a file of envelopes each session. */
function keepAnswers({
  motherSessionsDir: folder,
}: Pick<Config, 'motherSessionsDir'>): NonNullable<Parameters<OpenRunBook>[0]['onKept']> {
  return ({ start: { harness }, session_id: id }, frame) => {
    if (harness !== 'mother-llm' || !/^[A-Za-z0-9_-]{1,128}$/.test(id) || !makePrivateHome(folder).ok) return
    appendPrivateFile(join(folder, `${id}.jsonl`), `${frame}\n`)
  }
}

function textFile(path: string): { read: () => string | null; write: (text: string) => Promise<void> } {
  return {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    write: (text) => writeAtomic(path, `${text}\n`),
  }
}
