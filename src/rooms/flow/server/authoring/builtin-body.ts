// Runs the bodies of built-in strands, in the process of the service.
import { hostname } from 'node:os'
import { format } from 'node:util'
import type { Json } from '../../contract.ts'
import type { StepCall } from '../ports.ts'
import { asJson } from './as-json.ts'
import type { StepContext, Strand } from './orrery-strand/strand.js'
import { createStepApi } from './step-api.ts'
import { stopGraceMs } from './runner-pool.ts'
import type { ApiSettings } from './worker/messages.ts'

export type Body = (call: StepCall) => Promise<Json>

/** The bodies of a strand by the ids of its steps. */
export function bodiesOf(strand: Strand, api: () => ApiSettings): ReadonlyMap<string, Body> {
  const bodies = strand.steps.flatMap((step): [string, Body][] => {
    const { run } = step
    if (run === undefined) return []
    return [[step.id, (call) => within(call.signal, runBody(run as (context: StepContext) => unknown, call, api()))]]
  })
  return new Map(bodies)
}

async function runBody(run: (context: StepContext) => unknown, call: StepCall, api: ApiSettings): Promise<Json> {
  const context: StepContext = {
    ...call,
    host: hostname(),
    log: (...values) => call.output(format(...values)),
    api: createStepApi(api, call.signal),
  }
  return asJson(await run(context), 'its result')
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
