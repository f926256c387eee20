// What can be known of a launch before a session exists: every field checked, every default filled in.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { nearest } from '#base/nearest.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import { expandHome } from '#platform/server/files/expand-home.ts'
import { keeperName, safeSessionName } from '#platform/server/tmux/tmux.ts'
import type { LaunchRequest } from '../../contract.ts'
import { findAgent, type AgentCatalog, type AgentDefinition } from '../../core/start/agent-catalog.ts'
import { planCommand } from '../../core/start/planned-command.ts'

/** A launch request that passed every check and whose defaults are filled in. */
export type LaunchPlan = {
  readonly agentType: string
  /** Given and free of what tmux would change, or null: a name is made. */
  readonly sessionName: string | null
  /** Absolute, an existing directory. */
  readonly workingDir: string
  readonly prompt: string
  readonly interactive: boolean
  /** Which of the six clients it is; null for any other program. */
  readonly harness: string | null
}

/** Checks what can be known before a session exists. Refuses with `invalid_request` and field details. */
export type PlanLaunch = (request: LaunchRequest) => Promise<Result<LaunchPlan, Refusal>>

type PlanParts = {
  readonly agents: AgentCatalog
  /** $HOME of the person, where agents work by default and what `~` means. */
  readonly userHome: string
}

/** Refuses with `invalid_request` and every field that is wrong, not only the first. */
export async function planLaunch(parts: PlanParts, request: LaunchRequest): Promise<Result<LaunchPlan, Refusal>> {
  const agent = findAgent(parts.agents, request.agent_type)
  const workingDir = expandHome(request.working_dir ?? parts.userHome, parts.userHome)
  const plan: LaunchPlan = {
    agentType: request.agent_type,
    sessionName: request.session_name ?? null,
    workingDir: isAbsolute(workingDir) ? resolve(workingDir) : workingDir,
    prompt: request.prompt ?? '',
    interactive: request.interactive ?? false,
    harness: agent?.harness ?? null,
  }
  const problems = [
    problem('agent_type', agent === null ? unknownType(parts.agents, request.agent_type) : null),
    problem('prompt', checkPrompt(plan, agent, request)),
    problem('interactive', checkInteractive(plan, agent)),
    problem('session_name', checkSessionName(plan.sessionName)),
    problem('working_dir', await checkDirectory(plan.workingDir)),
    problem('label', checkLine(request.label)),
    problem('task_id', checkLine(request.task_id)),
  ].filter((found) => found !== null)
  return problems.length === 0 ? ok(plan) : err(invalidLaunch(problems))
}

/** The refusal for fields that are wrong; the first one stands in the sentence. */
export function invalidLaunch(details: readonly FieldError[], hint?: string): Refusal {
  const [first] = details
  return {
    error: 'invalid_request',
    reason: `The request is not valid: "${first?.field}" ${first?.reason}.`,
    details,
    ...(hint === undefined ? {} : { hint }),
  }
}

/** Says why an agent can't work there, or null. Asked again before each start: folders go. */
export async function checkDirectory(path: string): Promise<string | null> {
  if (path.includes('\0')) return 'must not hold a NUL character'
  if (!isAbsolute(path)) return 'must be an absolute path, or begin with "~/"'
  try {
    if (!(await stat(path)).isDirectory()) return `must be a folder, and ${path} is none`
    await access(path, constants.X_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return `must be a folder that exists, and there is no ${path}`
    return `must be a folder that can be entered, and ${path} can not (${String(code)})`
  }
}

export function unknownType(agents: AgentCatalog, agentType: string): string {
  const known = Object.keys(agents)
  const near = nearest(agentType, known)
  const advice = near === null ? '' : ` (did you mean "${near}"?)`
  return `must be one of ${known.join(', ')}${advice}`
}

function problem(field: string, reason: string | null): FieldError | null {
  return reason === null ? null : { field, reason }
}

function checkPrompt(plan: LaunchPlan, agent: AgentDefinition | null, request: LaunchRequest): string | null {
  if (plan.prompt.trim() === '' && !plan.interactive) return 'is required, unless the agent is interactive'
  if (plan.prompt.includes('\0')) return 'must not hold a NUL character'
  const template = plan.interactive ? agent?.interactiveCommand : agent?.command
  if (template === undefined || template === null) return null
  const values = {
    prompt: plan.prompt,
    session_name: plan.sessionName ?? '',
    working_dir: plan.workingDir,
    task_id: request.task_id ?? '',
    label: request.label ?? '',
  }
  const planned = planCommand({ template, isInteractive: plan.interactive, values, promptPath: '' })
  return planned.ok ? null : planned.error
}

function checkInteractive({ interactive, agentType }: LaunchPlan, agent: AgentDefinition | null): string | null {
  if (!interactive || agent === null || agent.interactiveCommand !== null) return null
  return `must be false for ${agentType}, which has no interactive mode`
}

function checkSessionName(name: string | null): string | null {
  if (name === null || (safeSessionName.test(name) && name !== keeperName)) return null
  if (name === keeperName) return `must not be ${keeperName}, which Orrery keeps for itself`
  return 'must be 1 to 64 letters, digits, "_" and "-"'
}

/** Labels and task ids are one line on a card and in a terminal: control characters would act there. */
function checkLine(text: string | null | undefined): string | null {
  return /\p{Cc}/u.test(text ?? '') ? 'must not hold control characters or line breaks' : null
}
