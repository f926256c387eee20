// Runs the body of one step with its context.
import { hostname } from 'node:os'
import { format } from 'node:util'
import { asJson } from '../as-json.ts'
import { createStepApi } from '../step-api.ts'
import type { StepContext } from '../orrery-strand/strand.js'
import type { RunnerTask } from './messages.ts'
import type { StepOutput } from './step-output.ts'

type StepTask = Extract<RunnerTask, { kind: 'step' }>
type Body = (context: StepContext) => unknown

export async function runStep(task: StepTask, output: StepOutput, signal: AbortSignal): Promise<unknown> {
  const body = await findBody(task)
  const { input, results, attempt, runId, strandId, stepId } = task
  const context: StepContext = {
    input,
    results,
    signal,
    attempt,
    runId,
    strandId,
    stepId,
    host: hostname(),
    output: (line) => output.line(line),
    log: (...values) => output.line(format(...values)),
    api: createStepApi(task.api, signal),
  }
  return asJson(await body(context), 'its result')
}

async function findBody({ url, exportName, stepId }: StepTask): Promise<Body> {
  const module: unknown = await import(url)
  const steps = read(read(module, exportName), 'steps')
  const step: unknown = Array.isArray(steps) ? steps.find((one) => read(one, 'id') === stepId) : undefined
  const body = read(step, 'run')
  if (typeof body !== 'function') throw new Error(`its module has no body for the step ${stepId} any more`)
  return (context) => Reflect.apply(body, step, [context]) as unknown
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
