// A launch on a device: where it may go, in words, and the request that it makes.
import type { Harness } from '#base/harness/adapter.ts'
import type { CandidateDevice, StartRequest } from '#rooms/devices/contract.ts'
import { shellLine } from '#base/shell-word.ts'
import type { LaunchFields } from './launch-fields.ts'

/** Asks for the best device; the page takes types from contracts, not values. */
const anyDevice = 'auto'

const harnesses: readonly Harness[] = ['code-agent', 'codex', 'gemini', 'opencode', 'gateway-agent', 'mother-llm']

/** The harness of an agent type; null for one that is started here alone. */
export function harnessFor(agentType: string): Harness | null {
  return harnesses.find((harness) => harness === agentType) ?? null
}

/** One place to choose. `why` is set where it can't be chosen. */
export type OnChoice = {
  /** Empty: this machine, in tmux; `auto`; or the id of a device. */
  readonly value: string
  readonly label: string
  readonly note: string
  readonly why: string | null
  /** Of the clients of a device, by the harness; null where this says nothing of them. */
  readonly versions: CandidateDevice['harness_versions'] | null
}

const here: OnChoice = { value: '', label: 'here', note: 'in tmux of this machine', why: null, versions: null }

/** The best device first, as they are ranked; those that will not do at the end. */
export function choicesOf(agentType: string, candidates: readonly CandidateDevice[]): OnChoice[] {
  const why =
    harnessFor(agentType) === null ? `a device starts one of ${harnesses.join(', ')}, and no ${agentType}` : null
  const devices = candidates.map((candidate) => ({
    value: candidate.id,
    label: candidate.label,
    note: why === null && candidate.eligible ? numbersOf(candidate) : '',
    why: why === null ? candidate.why_not : null,
    versions: candidate.harness_versions,
  }))
  if (why !== null) return [here, { value: anyDevice, label: anyDevice, note: '', why, versions: null }]
  return [here, autoOf(candidates), ...devices]
}

function autoOf(candidates: readonly CandidateDevice[]): OnChoice {
  const best = candidates.find(({ eligible }) => eligible)
  const none = candidates.length === 0 ? 'no machine is a device' : 'no device will do for it'
  const note = best === undefined ? '' : `the best one: ${best.label} now`
  return { value: anyDevice, label: anyDevice, note, why: best === undefined ? none : null, versions: null }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

function numbersOf({ score, parts, active_sessions: count }: CandidateDevice): string {
  const numbers = `score ${score.toFixed(2)}: ${percent(parts.ram)} of memory free, ${percent(parts.load)} idle`
  return count === 0 ? numbers : `${numbers}, ${count === 1 ? '1 session' : `${count} sessions`}`
}

/** What is wrong with the place that is chosen; null: nothing is, or nobody knows yet. */
export function onProblem(on: string, choices: readonly OnChoice[] | null): string | null {
  if (choices === null || on === '') return null
  const chosen = choices.find(({ value }) => value === on)
  if (chosen === undefined) return 'That device is no longer paired. Choose another one.'
  return chosen.why === null ? null : `${chosen.label}: ${chosen.why}. Choose another one.`
}

/** Empty fields are left out, so that the device's defaults hold. */
export function toStartRequest(fields: LaunchFields, harness: Harness): StartRequest {
  const optional = { label: fields.label, task_id: fields.taskId, working_dir: fields.workingDir }
  const given = Object.entries(optional).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]))
  return {
    harness,
    prompt: fields.prompt,
    deviceTarget: fields.on,
    ...(Object.fromEntries(given) as Partial<typeof optional>),
    ...(fields.dependsOn.length === 0 ? {} : { depends_on: [...fields.dependsOn] }),
    ...(fields.isInteractive ? { options: { interactive: true } } : {}),
  }
}

/** The same on the command line. */
export function launchLine(fields: LaunchFields, deviceName: string): string {
  const prompt = fields.prompt.trim() === '' ? [] : [shortened(fields.prompt)]
  const directory = fields.workingDir.trim() === '' ? [] : ['--dir', fields.workingDir.trim()]
  const interactive = fields.isInteractive ? ['--interactive'] : []
  return shellLine(['orrery', 'launch', fields.agentType, '--on', deviceName, ...directory, ...interactive, ...prompt])
}

/** Longest prompt that is shown whole, in characters. */
const shownPrompt = 120
const shortened = (text: string): string => (text.length > shownPrompt ? `${text.slice(0, shownPrompt)}…` : text)
