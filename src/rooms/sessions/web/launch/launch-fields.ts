// The fields of the launch dialog: what they hold, what is wrong with them, and the request they make.
import type { FieldError } from '#platform/contract.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
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
  /** Empty: this machine, in tmux; `auto`; or the id of a device. */
  readonly on: string
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

/** What is wrong with the fields as the service would say it; null: nothing is. */
export function refusalOf(problems: FieldProblems): Problem | null {
  const details = Object.entries(problems).map(([field, reason]) => ({ field, reason }))
  return details.length === 0 ? null : refusedHere('The agent was not launched.', details)
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

export function noTask(typed: string): string {
  return `No task has the id or the title “${typed}”. Choose one of the list, or leave it out.`
}

type Titled = { readonly id: string; readonly title: string }

export type KnownTasks = {
  readonly taskOf: (id: string) => Titled | null
  readonly findTasks: (search: { readonly query: string; readonly most: number }) => readonly Titled[]
}

/** Enough to see whether a title is that of one task alone. */
const mostLikeIt = 20

/** The id that is meant by an id or a whole title, in any case; null where it is none or that of several. */
export function taskMeant(typed: string, { taskOf, findTasks }: KnownTasks): string | null {
  const said = typed.trim()
  const own = taskOf(said)
  if (own !== null || said === '') return own?.id ?? null
  const like = findTasks({ query: said, most: mostLikeIt })
  const [same, ...others] = like.filter(({ id, title }) => [id, title].some((text) => isSame(text, said)))
  return same === undefined || others.length > 0 ? null : same.id
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase()

export type TakenTasks = {
  /** Those that were known and the tasks that were typed, each once. */
  readonly taken: readonly string[]
  /** What is typed still: words that are no task, as they stood. */
  readonly left: string
}

/** Ids of tasks out of what was typed, separated by spaces or commas. Only a task that is there is taken. */
export function takeTasks(known: readonly string[], typed: string, isTask: (id: string) => boolean): TakenTasks {
  const words = typed.split(/[\s,]+/).filter((id) => id !== '')
  return {
    taken: [...new Set([...known, ...words.filter(isTask)])],
    left: words.filter((id) => !isTask(id)).join(' '),
  }
}
