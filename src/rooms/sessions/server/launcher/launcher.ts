// Starts agents in tmux: writes a launch's script, has tmux run it with its output recorded, and says what went wrong.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { withWords, wordsFor } from '#base/harness/command-words.ts'
import { err, ok, type Err, type Result } from '#base/result.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import { knownSoon } from '#platform/server/client-version.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import {
  keeperName,
  safeSessionName,
  type NewSession,
  type Tmux,
  type TmuxFailure,
  type TmuxIdentity,
} from '#platform/server/tmux/tmux.ts'
import type { AgentType } from '../../contract.ts'
import { findAgent, listAgentTypes, type AgentCatalog } from '../../core/start/agent-catalog.ts'
import { planCommand, type PlannedCommand } from '../../core/start/planned-command.ts'
import type { PlanLaunch } from './plan-launch.ts'
import type { LaunchedSession, Spawn, Spawned, SpawnRequest } from './spawn.ts'
import {
  artifactPaths,
  ensureScript,
  hasBegun,
  writeArtifacts,
  type ArtifactPaths,
  type LaunchFiles,
} from './artifacts.ts'
import { isInstalled } from './is-installed.ts'
import { recorderScript } from './log-recorder.ts'
import { checkDirectory, invalidLaunch, planLaunch, unknownType } from './plan-launch.ts'
import { renderExports, renderRunScript } from './run-script.ts'
import { withMarks } from './shell/with-marks.ts'

type LauncherParts = {
  readonly tmux: Tmux
  /** The service's home, absolute and made. */
  readonly home: string
  /** As it is now; asked at each launch. */
  readonly agents: () => AgentCatalog
  /** The port in force for hooks; asked at each launch. */
  readonly hookPort: () => number
  /** Where agents work by default. */
  readonly userHome: string
  readonly log: Log
  /** Of the service, which launches get. */
  readonly environment: Environment
  /** Before each start: what the command needs for the client's hooks to run. Never rejects. */
  readonly ensureHooks: (
    harness: string | null,
    env: Readonly<Record<string, string>>,
  ) => Promise<{ readonly arguments: readonly string[] }>
  /** Whether interactive shells mark their commands; asked at each launch. */
  readonly marksShells?: () => boolean
  /** Once all else is ready and before the program starts: it is waited for. Never rejects. */
  readonly onStarting?: OnStarting
  /** The variables that a client may inherit; null: all of them, as on the machine of its person. */
  readonly inherits: (harness: string | null) => readonly string[] | null
}

/** Told of a session whose program starts next, and of its directory. */
export type OnStarting = (sessionId: string, directory: string) => Promise<void>

export type Launcher = {
  /** Starts the agent of a session that has none. Refuses what `Spawn` says; then nothing runs. */
  readonly spawn: Spawn
  /** Checks a launch request and fills in its defaults. */
  readonly planLaunch: PlanLaunch
  /** What can be launched. */
  readonly agentTypes: () => readonly AgentType[]
  /** The same with versions, as far as programs tell theirs soon; the next call knows the rest. */
  readonly agentTypesInFull: () => Promise<readonly AgentType[]>
}

export function createLauncher(parts: LauncherParts): Launcher {
  const { userHome } = parts
  const agentTypes = () => listAgentTypes(parts.agents(), (agent) => isInstalled(agent, parts.environment))
  return {
    spawn: (request) => spawnAgent(parts, request, userHome),
    planLaunch: (request) => planLaunch({ agents: parts.agents(), userHome }, request),
    agentTypes,
    agentTypesInFull: async () => {
      const agents = parts.agents()
      const versions = await knownSoon(agents, parts.environment)
      return agentTypes().map((type) => ({ ...type, version: versions[type.agent_type] ?? null }))
    },
  }
}

async function spawnAgent(
  parts: LauncherParts,
  request: SpawnRequest,
  userHome: string,
): Promise<Result<Spawned, Refusal>> {
  const { session } = request
  const paths = artifactPaths(parts.home, session.id)
  if (paths === null) return invalid('id', 'is no id under which files can be kept')
  const planned: Planned = { session, workingDir: session.working_dir ?? userHome, paths }
  const command = await planSession(parts, planned, request)
  if (!command.ok) return command
  const variables = ownVariables(parts, request)
  const recorder = join(parts.home, 'bin', 'orrery-log.sh')
  try {
    const { secrets = {} } = request
    const files = filesOf(parts, { ...planned, command: command.value, variables, secrets })
    await Promise.all([ensureScript(recorder, recorderScript), writeArtifacts(parts.home, paths, files)])
  } catch (error) {
    parts.log.error({ err: error, session: session.id }, 'the files of a launch could not be written')
    return err(unwritable(error))
  }
  await parts.onStarting?.(session.id, planned.workingDir)
  const created = await openTerminal(parts, paths, {
    name: session.tmux_session,
    workingDir: planned.workingDir,
    env: variables,
    argv: ['sh', paths.script],
    pipeTo: ['sh', recorder, paths.log],
  })
  if (!created.ok) {
    await rm(paths.secrets, { force: true })
    return err(refusal(session, created.error))
  }
  parts.log.debug({ session: session.id, tmux_session: created.value.name }, 'an agent was started')
  return created
}

/**
 * A tmux that does not answer may have opened the terminal, or may open it later: an agent that works must not stand as one that
 * failed. Where its launch has begun, the terminal is looked for; where it has not, it never will.
 */
async function openTerminal(
  { tmux, log }: LauncherParts,
  paths: ArtifactPaths,
  session: NewSession,
): Promise<Result<TmuxIdentity, TmuxFailure>> {
  const created = await tmux.create(session)
  if (created.ok || created.error.kind !== 'failed') return created
  try {
    if (!(await hasBegun(paths))) return created
  } catch (error) {
    log.warn({ err: error, session: session.name }, 'whether a launch began could not be told')
    return created
  }
  const found = await tmux.find(session.name)
  return found.ok ? found : created
}

type Launch = Planned & {
  readonly command: PlannedCommand
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

function filesOf(
  parts: LauncherParts,
  { session, workingDir, paths, command, variables, secrets }: Launch,
): LaunchFiles {
  const { home, agents, inherits } = parts
  const agent = findAgent(agents(), session.agent_type)
  const nonce = randomBytes(16).toString('hex')
  const isMarked = session.interactive && agent?.harness == null && parts.marksShells?.() === true
  const marked = isMarked ? withMarks(command.argv, { folder: paths.shell, nonce }) : null
  const hasSecrets = Object.keys(secrets).length > 0
  const script = renderRunScript({
    begunPath: paths.begun,
    secretsPath: hasSecrets ? paths.secrets : null,
    argv: marked?.argv ?? command.argv,
    stdinPath: command.promptFile === 'stdin' ? paths.prompt : null,
    workingDir,
    home,
    env: agent?.env ?? {},
    unlessSet: terminalAdapterOf(agent?.harness ?? null)?.variables ?? {},
    zdotdir: marked?.zdotdir ?? null,
    inherits: inherits(agent?.harness ?? null),
    ownVariables: Object.keys(variables),
  })
  const prompt = command.promptFile === 'none' ? null : session.prompt
  const shell = marked === null ? null : { nonce, files: marked.files }
  return { script, prompt, shell, secrets: hasSecrets ? renderExports(secrets) : null }
}

type Planned = { readonly session: LaunchedSession; readonly workingDir: string; readonly paths: ArtifactPaths }

/** A session of earlier days may name a type, a folder or a name that can't be used any more. */
async function planSession(
  parts: LauncherParts,
  { session, workingDir, paths }: Planned,
  more: Pick<SpawnRequest, 'model' | 'conversation'>,
): Promise<Result<PlannedCommand, Refusal>> {
  const agents = parts.agents()
  const agent = findAgent(agents, session.agent_type)
  if (agent === null) return invalid('agent_type', unknownType(agents, session.agent_type))
  const template = session.interactive ? agent.interactiveCommand : agent.command
  if (template === null) return invalid('interactive', `must be false: ${session.agent_type} has no interactive mode`)
  if (!safeSessionName.test(session.tmux_session) || session.tmux_session === keeperName) {
    return invalid('session_name', 'is no name that Orrery starts sessions under')
  }
  const broken = (['prompt', 'label', 'task_id'] as const).find((field) => session[field]?.includes('\0') === true)
  if (broken !== undefined) return invalid(broken, 'must not hold a NUL character')
  const problem = await checkDirectory(workingDir)
  if (problem !== null) return invalid('working_dir', problem)
  const values = {
    prompt: session.prompt,
    session_name: session.tmux_session,
    working_dir: workingDir,
    task_id: session.task_id ?? '',
    label: session.label,
  }
  const words = wordsOf(agent.harness, more)
  if (!words.ok) return invalid(words.error.field, words.error.reason)
  const ofHooks = await parts.ensureHooks(agent.harness, agent.env)
  const whole = withWords(template, [...words.value, ...ofHooks.arguments].map(asLiteral))
  const planned = planCommand({ template: whole, isInteractive: session.interactive, values, promptPath: paths.prompt })
  return planned.ok ? planned : invalid('prompt', planned.error)
}

/** What was added stays as it is: a brace in it is no placeholder. */
const asLiteral = (word: string): string => word.replaceAll('{', '{{')

/** A conversation first, since some clients resume by a subcommand. */
function wordsOf(
  harness: string | null,
  { model = null, conversation = null }: Pick<SpawnRequest, 'model' | 'conversation'>,
): Result<readonly string[], FieldError> {
  const adapter = terminalAdapterOf(harness)
  if (model !== null && adapter?.model == null)
    return err({ field: 'model', reason: `is nothing that ${harness ?? 'it'} takes` })
  if (conversation !== null && adapter?.resume == null)
    return err({ field: 'conversation', reason: `can't be resumed by ${harness ?? 'it'}` })
  return ok([
    ...(conversation === null ? [] : wordsFor(adapter?.resume ?? [], 'conversation', conversation)),
    ...(model === null ? [] : wordsFor(adapter?.model ?? [], 'model', model)),
  ])
}

function invalid(field: string, reason: string): Err<Refusal> {
  return err(invalidLaunch([{ field, reason }]))
}

/** By tmux's own means, so that a scan sees whose session it is, and windows opened in it later belong to it, too. */
function ownVariables({ home, hookPort }: LauncherParts, { session, runId }: SpawnRequest): Record<string, string> {
  return {
    SERVICE_SESSION_TMUX: session.tmux_session,
    SERVICE_HOOK_PORT: String(hookPort()),
    SERVICE_HOME: home,
    SERVICE_RUN_ID: runId,
    ...(session.interactive ? { SERVICE_SESSION_INTERACTIVE: '1' } : {}),
  }
}

function unwritable(error: unknown): Refusal {
  return {
    error: 'storage_unavailable',
    reason: `The files of the launch could not be written: ${error instanceof Error ? error.message : String(error)}.`,
    hint: 'Look at the free space and the rights of the service home; nothing was started.',
  }
}

const installHint =
  'Install tmux 3.2 or newer (apt install tmux, dnf install tmux, brew install tmux); no restart is needed.'

function refusal(session: LaunchedSession, failure: TmuxFailure): Refusal {
  switch (failure.kind) {
    case 'duplicate': {
      const reason = `A tmux session named ${session.tmux_session} exists already.`
      const details = [{ field: 'session_name', reason: 'is the name of a tmux session that exists' }]
      return { error: 'session_exists', reason, hint: 'Choose another name, or end that session first.', details }
    }
    case 'not_installed':
      return { error: 'tmux_missing', reason: 'Agents run in tmux, which is not installed here.', hint: installHint }
    case 'gone':
    case 'failed':
      return {
        error: 'tmux_unavailable',
        reason: `tmux could not start the session: ${failure.reason}.`,
        hint: 'It takes tmux 3.2 or newer; orrery doctor shows whether tmux answers, and which version it is.',
      }
  }
}
