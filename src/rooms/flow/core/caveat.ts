// What a success has to say against itself, read from what its steps answered: `ok: false`, or that something is not set up.
import { oneLine } from '#base/cut-text.ts'
import type { Json } from '#base/json.ts'
import type { Caveat, CaveatKind, RunStatus, StepStatus } from '../contract.ts'

/** The `error` by which a step says that what it needs is not configured. */
export const notSetUp = 'not_set_up'

/** One line beside a tick or in a table; the whole answer is the step's result. */
const longestReason = 500

/** Null for every answer that does not say `ok: false`. */
export function caveatOf(result: Json): Caveat | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result) || result.ok !== false) return null
  const kind: CaveatKind = result.error === notSetUp ? 'not_set_up' : 'not_ok'
  const words = [result.reason, kind === 'not_ok' ? result.error : null, result.message].find(isText)
  const hint = isText(result.hint) ? ` ${result.hint}` : ''
  return { kind, reason: oneLine(`${words ?? silent[kind]}${hint}`, longestReason) }
}

const silent: Readonly<Record<CaveatKind, string>> = {
  not_ok: 'It answered ok: false, without a reason.',
  not_set_up: 'Something that it needs is not set up.',
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== ''

type Answered = { readonly step_id: string; readonly status: StepStatus; readonly result: Json }

/** Of a step that is over: what it answered may be kept of one that failed later, and says nothing then. */
export function stepCaveat({ status, result }: Omit<Answered, 'step_id'>): Caveat | null {
  return status === 'success' || status === 'skipped' ? caveatOf(result) : null
}

/** Of a run that succeeded: what is not set up before what was not ok, the first step first. */
export function runCaveat(steps: readonly Answered[]): Caveat | null {
  const told = steps.flatMap((step) => {
    const caveat = stepCaveat(step)
    return caveat === null ? [] : [{ ...caveat, reason: `${step.step_id}: ${caveat.reason}` }]
  })
  return told.find(({ kind }) => kind === 'not_set_up') ?? told[0] ?? null
}

/** A state as people are shown it: a success with something to say against it is not drawn as one. */
export function outcomeOf<Status extends RunStatus | StepStatus | 'missed' | 'planned'>({
  status,
  caveat,
}: {
  readonly status: Status
  readonly caveat: Caveat | CaveatKind | null
}): Status | CaveatKind {
  if (caveat === null) return status
  return typeof caveat === 'string' ? caveat : caveat.kind
}
