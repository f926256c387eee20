// Checks a strand's definition as a whole and names every fault at once, so that an author mends a file in one go.
import { nearest } from '#base/nearest.ts'
import { err, ok, type Result } from '#base/result.ts'
import { dayMs } from '#base/time.ts'
import { shown } from '#base/shown.ts'
import type { StepDefinition, StrandDefinition } from './definition.ts'

/** `at` is the place in the definition, dotted: `steps.1.after.0`. `reason` is a sentence without its subject. */
export type DefinitionProblem = { readonly at: string; readonly reason: string }

export type DefinitionChecks = {
  /** What is wrong with a cron expression in a zone, as a sentence; null when it is fine. */
  readonly cronProblem: (schedule: string, timezone: string | null) => string | null
}

/** Safe in a path, a file name, a command line and a run's id, whose last part comes after `@`. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const longestId = 100
const longestName = 200
const longestDescription = 10_000
/** A graph that a person can still read. */
const mostSteps = 200
const mostRetries = 100
/** A timer of the runtime holds at most 24.8 days. */
const longestWaitMs = 20 * dayMs
const mostConcurrent = 1000

/** Answers the definition itself when it is sound. */
export function validateDefinition(
  definition: StrandDefinition,
  { cronProblem }: DefinitionChecks,
): Result<StrandDefinition, readonly DefinitionProblem[]> {
  const problems = [
    ...idProblems('id', definition.id),
    ...textProblems('name', definition.name, longestName),
    ...(definition.description.length > longestDescription ? [tooLong('description', longestDescription)] : []),
    ...scheduleProblems(definition, cronProblem),
    ...bootProblems(definition),
    ...numberProblems('concurrency', definition.concurrency, { least: 1, most: mostConcurrent }),
    ...stepProblems(definition.steps),
  ]
  return problems.length === 0 ? ok(definition) : err(problems)
}

function idProblems(at: string, id: string): DefinitionProblem[] {
  if (id.length > longestId) return [tooLong(at, longestId)]
  if (idPattern.test(id)) return []
  return [{ at, reason: `${shown(id)} is no id: it takes letters, digits and . _ - after a letter or a digit` }]
}

function textProblems(at: string, text: string, longest: number): DefinitionProblem[] {
  if (text.trim() === '') return [{ at, reason: 'must not be empty' }]
  return text.length > longest ? [tooLong(at, longest)] : []
}

const tooLong = (at: string, longest: number): DefinitionProblem => ({
  at,
  reason: `is longer than ${longest} characters`,
})

function scheduleProblems(
  { schedule, timezone, triggerType }: StrandDefinition,
  cronProblem: DefinitionChecks['cronProblem'],
): DefinitionProblem[] {
  if (schedule === null) {
    if (triggerType !== 'cron') return []
    return [{ at: 'schedule', reason: 'is missing: a strand of triggerType cron needs a cron expression' }]
  }
  const reason = cronProblem(schedule, timezone)
  return reason === null ? [] : [{ at: 'schedule', reason }]
}

/** A schedule says itself when it runs, and a webhook waits for what it is given. */
function bootProblems({ startAtBoot, triggerType, inputSchema }: StrandDefinition): DefinitionProblem[] {
  if (startAtBoot !== true) return []
  if (triggerType !== 'manual')
    return [{ at: 'startAtBoot', reason: `is for strands of triggerType manual, and this one is of ${triggerType}` }]
  const required = inputSchema?.required
  if (!Array.isArray(required) || required.length === 0) return []
  return [{ at: 'startAtBoot', reason: 'gives no input, and this strand requires one' }]
}

type Bounds = { readonly least: number; readonly most: number }

function numberProblems(at: string, value: number, { least, most }: Bounds): DefinitionProblem[] {
  if (Number.isInteger(value) && value >= least && value <= most) return []
  return [{ at, reason: `must be a whole number from ${least} to ${most}` }]
}

function stepProblems(steps: readonly StepDefinition[]): DefinitionProblem[] {
  if (steps.length === 0) return [{ at: 'steps', reason: 'has no step' }]
  if (steps.length > mostSteps)
    return [{ at: 'steps', reason: `has ${steps.length} steps, at most ${mostSteps} are taken` }]
  const problems = steps.flatMap((step, index) => [
    ...idProblems(`steps.${index}.id`, step.id),
    ...textProblems(`steps.${index}.name`, step.name, longestName),
    ...timingProblems(`steps.${index}`, step),
    ...duplicateProblems(steps, index),
    ...afterProblems(steps, index),
  ])
  const cycle = problems.length === 0 ? findCycle(steps) : null
  if (cycle === null) return problems
  return [{ at: 'steps', reason: `wait for each other in a circle: ${cycle.join(' → ')}` }]
}

function timingProblems(at: string, { timeoutMs, retry }: StepDefinition): DefinitionProblem[] {
  return [
    ...numberProblems(`${at}.timeout`, timeoutMs, { least: 1, most: longestWaitMs }),
    ...numberProblems(`${at}.retry.retries`, retry.retries, { least: 0, most: mostRetries }),
    ...numberProblems(`${at}.retry.delay`, retry.delayMs, { least: 0, most: longestWaitMs }),
    ...numberProblems(`${at}.retry.max_delay`, retry.maxDelayMs, { least: 0, most: longestWaitMs }),
    ...(Number.isFinite(retry.factor) && retry.factor >= 1 && retry.factor <= 100
      ? []
      : [{ at: `${at}.retry.factor`, reason: 'must be a number from 1 to 100' }]),
  ]
}

/** Two ids that a file system may take for one count as the same: each step has a file of output. */
function duplicateProblems(steps: readonly StepDefinition[], index: number): DefinitionProblem[] {
  const id = steps[index]?.id ?? ''
  const first = steps.findIndex((other) => other.id.toLowerCase() === id.toLowerCase())
  return first === index ? [] : [{ at: `steps.${index}.id`, reason: `${shown(id)} is the id of step ${first}, too` }]
}

function afterProblems(steps: readonly StepDefinition[], index: number): DefinitionProblem[] {
  const step = steps[index]
  const ids = steps.map(({ id }) => id)
  return (step?.after ?? []).flatMap((after, place) => {
    const at = `steps.${index}.after.${place}`
    if (after === step?.id) return [{ at, reason: 'names the step itself' }]
    if (ids.includes(after)) return []
    const meant = nearest(after, ids)
    return [
      { at, reason: `${shown(after)} is no step of this strand${meant === null ? '' : `; did you mean ${meant}?`}` },
    ]
  })
}

/** The ids of a circle, its first one at both ends; null for a graph without one. */
export function findCycle(steps: readonly Pick<StepDefinition, 'id' | 'after'>[]): string[] | null {
  const after = new Map(steps.map((step) => [step.id, step.after]))
  const done = new Set<string>()
  const path: string[] = []
  const visit = (id: string): string[] | null => {
    if (done.has(id)) return null
    const place = path.indexOf(id)
    // Found against the arrows, told along them.
    if (place !== -1) return [...path.slice(place), id].toReversed()
    path.push(id)
    for (const before of after.get(id) ?? []) {
      const cycle = visit(before)
      if (cycle !== null) return cycle
    }
    path.pop()
    done.add(id)
    return null
  }
  for (const { id } of steps) {
    const cycle = visit(id)
    if (cycle !== null) return cycle
  }
  return null
}
