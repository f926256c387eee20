// Strands written in a few words, for the tests of engines.
import type { Json } from '#base/json.ts'
import type { StepDefinition, StrandDefinition } from '../core/definition.ts'
import type { LoadedStrand, StepCall } from './loaded-strand.ts'

export type Body = (call: StepCall) => Json | Promise<Json>

export type StepPlan = Partial<StepDefinition> & { readonly run?: Body }

/** Steps in the order of the object; each answers its id unless it has a body. */
export function strandOf(
  id: string,
  plan: Readonly<Record<string, StepPlan>>,
  more: Partial<StrandDefinition> & { readonly version?: string } = {},
): LoadedStrand {
  const { version, ...definition } = more
  const steps = Object.entries(plan).map(([stepId, { run: _run, ...step }]) => ({
    ...plainStep,
    id: stepId,
    name: stepId,
    ...step,
  }))
  return {
    definition: { ...plainStrand, id, name: id, steps, ...definition },
    ...(version === undefined ? {} : { version }),
    async runStep(call) {
      const body = plan[call.stepId]?.run
      return body === undefined ? call.stepId : body(call)
    },
  }
}

const plainStep = {
  after: [],
  host: null,
  requires: [],
  timeoutMs: 60_000,
  retry: { retries: 0, delayMs: 1000, factor: 2, maxDelayMs: 60_000 },
}

const plainStrand = {
  description: '',
  schedule: null,
  timezone: null,
  enabled: true,
  triggerType: 'manual' as const,
  modulePath: '/nowhere.ts',
  origin: 'user' as const,
  seed: false,
  defaultHost: 'any',
  requiredCapabilities: [],
  inputSchema: null,
  concurrency: 10,
  missed: 'skip' as const,
}

/** A body that ends when the test says so, or when it is aborted. */
export class Gate {
  readonly begun = Promise.withResolvers<StepCall>()
  private readonly end = Promise.withResolvers<Json>()
  calls = 0

  readonly run: Body = (call) => {
    this.calls += 1
    this.begun.resolve(call)
    return new Promise((resolve, reject) => {
      call.signal.addEventListener('abort', () => reject(call.signal.reason as Error))
      this.end.promise.then(resolve, reject)
    })
  }

  open(result: Json = null): void {
    this.end.resolve(result)
  }
}
