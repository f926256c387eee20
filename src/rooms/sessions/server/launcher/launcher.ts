// Starts agents in tmux: writes a launch's script, has tmux run it with its output recorded, and says what went wrong.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { err, type Err, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import { keeperName, safeSessionName, type Tmux, type TmuxFailure } from '#platform/server/tmux/tmux.ts'
import type { AgentType, Session } from '../../contract.ts'
import { findAgent, listAgentTypes, type AgentCatalog } from '../../core/agent-catalog.ts'
import { planCommand, type PlannedCommand } from '../../core/planned-command.ts'
import type { PlanLaunch, Spawn, Spawned, SpawnRequest } from '../ports.ts'
import { artifactPaths, ensureScript, writeArtifacts, type ArtifactPaths, type LaunchFiles } from './artifacts.ts'
import { recorderScript } from './log-recorder.ts'
import { checkDirectory, invalidLaunch, planLaunch, unknownType } from './plan-launch.ts'
import { renderRunScript } from './run-script.ts'

type LauncherParts = {
  readonly tmux: Tmux
  /** The service's home, absolute and made. */
  readonly home: string
  readonly agents: AgentCatalog
  /** The port in force for hooks; asked at each launch. */
  readonly hookPort: () => number
  /** The service's environment: only HOME is read, as the place where agents work by default. */
  readonly env: Environment
  readonly log: Log
}

export type Launcher = {
  /** Starts the agent of a session that has none. Refuses what `Spawn` says; then nothing runs. */
  readonly spawn: Spawn
  /** Checks a launch request and fills in its defaults. */
  readonly planLaunch: PlanLaunch
  /** What can be launched. */
  readonly agentTypes: () => readonly AgentType[]
}

export function createLauncher(parts: LauncherParts): Launcher {
  const userHome = parts.env.HOME || homedir()
  return {
    spawn: (request) => spawnAgent(parts, request, userHome),
    planLaunch: (request) => planLaunch({ agents: parts.agents, userHome }, request),
    agentTypes: () => listAgentTypes(parts.agents),
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
  const command = await planSession(parts.agents, planned)
  if (!command.ok) return command
  const variables = ownVariables(parts, request)
  const recorder = join(parts.home, 'bin', 'orrery-log.sh')
  try {
    const files = filesOf(parts, { ...planned, command: command.value, variables })
    await Promise.all([ensureScript(recorder, recorderScript), writeArtifacts(parts.home, paths, files)])
  } catch (error) {
    parts.log.error({ err: error, session: session.id }, 'the files of a launch could not be written')
    return err(unwritable(error))
  }
  const created = await parts.tmux.create({
    name: session.tmux_session,
    workingDir: planned.workingDir,
    env: variables,
    argv: ['sh', paths.script],
    pipeTo: ['sh', recorder, paths.log],
  })
  if (!created.ok) return err(refusal(session, created.error))
  parts.log.debug({ session: session.id, tmux_session: created.value.name }, 'an agent was started')
  return created
}

type Launch = Planned & { readonly command: PlannedCommand; readonly variables: Readonly<Record<string, string>> }

function filesOf(
  { home, agents }: LauncherParts,
  { session, workingDir, paths, command, variables }: Launch,
): LaunchFiles {
  const script = renderRunScript({
    argv: command.argv,
    stdinPath: command.promptFile === 'stdin' ? paths.prompt : null,
    workingDir,
    home,
    env: findAgent(agents, session.agent_type)?.env ?? {},
    ownVariables: Object.keys(variables),
  })
  return { script, prompt: command.promptFile === 'none' ? null : session.prompt }
}

type Planned = { readonly session: Session; readonly workingDir: string; readonly paths: ArtifactPaths }

/** A session of earlier days may name a type, a folder or a name that can't be used any more. */
async function planSession(
  agents: AgentCatalog,
  { session, workingDir, paths }: Planned,
): Promise<Result<PlannedCommand, Refusal>> {
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
  const planned = planCommand({ template, isInteractive: session.interactive, values, promptPath: paths.prompt })
  return planned.ok ? planned : invalid('prompt', planned.error)
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

function refusal(session: Session, failure: TmuxFailure): Refusal {
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
