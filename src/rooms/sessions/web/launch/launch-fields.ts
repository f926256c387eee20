// The fields of the launch dialog: what they hold, what is wrong with them, and the request they make.
import type { FieldError } from '#platform/contract.ts'
import type { LaunchRequest } from '../../contract.ts'

export type LaunchFields = {
  readonly agentType: string
  readonly prompt: string
  readonly isInteractive: boolean
  readonly label: string
  readonly taskId: string
  readonly dependsOn: readonly string[]
  readonly workingDir: string
  readonly sessionName: string
}

/** The names of the request, which is how errors name fields. */
export type FieldName = keyof LaunchRequest
export type FieldProblems = Partial<Record<FieldName, string>>

/** What can be told without asking; the service has the last word. */
export function findProblems(fields: LaunchFields): FieldProblems {
  const problems: FieldProblems = {}
  if (fields.prompt.trim() === '' && !fields.isInteractive) problems.prompt = 'Say what it should do.'
  const name = fields.sessionName.trim()
  if (name !== '' && !usableName.test(name)) {
    problems.session_name = 'At most 64 letters, digits, “-” and “_”.'
  }
  return problems
}

/** What tmux takes as a name without changing it. */
const usableName = /^[A-Za-z0-9_-]{1,64}$/

/** Empty fields are left out, so that the service's defaults hold. */
export function toRequest(fields: LaunchFields): LaunchRequest {
  const optional = {
    label: fields.label.trim(),
    task_id: fields.taskId.trim(),
    working_dir: fields.workingDir.trim(),
    session_name: fields.sessionName.trim(),
    prompt: fields.prompt,
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value.trim() !== ''))
  return {
    agent_type: fields.agentType,
    ...given,
    ...(fields.isInteractive ? { interactive: true } : {}),
    ...(fields.dependsOn.length === 0 ? {} : { depends_on: [...fields.dependsOn] }),
  }
}

/** Field errors of a refusal by field; `depends_on.0` belongs to `depends_on`. */
export function problemsByField(details: readonly FieldError[]): FieldProblems {
  const entries = details.map(({ field, reason }) => [field.split('.')[0] ?? field, reason] as const)
  return Object.fromEntries(entries.toReversed())
}

/** The first of `name-2`, `name-3`, … that is not taken, within the length of a name. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/-\d+$/, '')
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const candidate = stem.slice(0, nameLimit - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

const nameLimit = 64

/** Task ids out of what was typed: separated by spaces or commas, each once. */
export function addTaskIds(known: readonly string[], typed: string): string[] {
  return [...new Set([...known, ...typed.split(/[\s,]+/).filter((id) => id !== '')])]
}
