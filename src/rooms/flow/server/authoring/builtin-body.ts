// Runs the bodies of built-in strands, in the process of the service.
import { format } from 'node:util'
import type { Json } from '#base/json.ts'
import type { StepCall } from '../loaded-strand.ts'
import { asJson } from '#platform/server/sandbox/as-json.ts'
import type { StepContext, Strand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { createStepApi } from '#platform/server/sandbox/step-api.ts'
import { stopGraceMs } from '#platform/server/sandbox/runner-pool.ts'
import type { ApiSettings } from '#platform/server/sandbox/worker/messages.ts'

export type Body = (call: StepCall) => Promise<Json>

export type BuiltinParts = {
  /** What a step is told of where it runs. */
  readonly host: string
  readonly api: () => ApiSettings
  /** A fault of ours, with its frames. */
  readonly onBug: (error: Error) => void
}

/** The bodies of a strand by the ids of its steps. */
export function bodiesOf(strand: Strand, parts: BuiltinParts): ReadonlyMap<string, Body> {
  const bodies = strand.steps.flatMap((step): [string, Body][] => {
    const { run } = step
    if (run === undefined) return []
    return [[step.id, (call) => within(call.signal, runBody(run as (context: StepContext) => unknown, call, parts))]]
  })
  return new Map(bodies)
}

async function runBody(
  run: (context: StepContext) => unknown,
  call: StepCall,
  { host, api, onBug }: BuiltinParts,
): Promise<Json> {
  const context: StepContext = {
    ...call,
    host,
    log: (...values) => call.output(format(...values)),
    api: createStepApi(api(), call.signal),
  }
  try {
    return asJson(await run(context), 'its result')
  } catch (error) {
    if (isBug(error)) onBug(error)
    throw withoutFrames(error)
  }
}

/** What the language throws itself; a request that failed has a cause. */
function isBug(error: unknown): error is Error {
  const bugs = [TypeError, RangeError, ReferenceError]
  return error instanceof Error && error.cause === undefined && bugs.some((bug) => error instanceof bug)
}

/** Frames in our own files tell a person nothing; what went wrong is in the words. */
function withoutFrames(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const told = new Error(error.message, { cause: error.cause })
  told.stack = error.message
  return told
}

/** A body that does not listen is left behind after the grace; ours listen. */
async function within(signal: AbortSignal, work: Promise<Json>): Promise<Json> {
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    timer = setTimeout(() => late.reject(signal.reason), stopGraceMs)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
