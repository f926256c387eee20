// Runs the body of one step once: within its time, with an abort that ends it, and without trust in what it gives back.
import { secondMs } from '#base/time.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import type { Json } from '#base/json.ts'
import type { LoadedStrand, StepCall } from '../loaded-strand.ts'
import { describeThrown } from './describe-thrown.ts'
import type { Timers } from '#platform/server/timers.ts'

/** A body that listens ends at once; a deaf one is left to itself after this. */
export const deafAfterMs = 2 * secondMs
/** What the journal keeps of one result. */
export const resultLimitBytes = 1024 * 1024

export type BodyOutcome =
  | { readonly kind: 'success'; readonly result: Json }
  | { readonly kind: 'failed'; readonly error: string; readonly stack: string | null }
  | { readonly kind: 'cancelled'; readonly error: string }
  /** The service ends; the step runs again when it starts. */
  | { readonly kind: 'interrupted'; readonly error: string }

export interface RunningBody {
  readonly outcome: Promise<BodyOutcome>
  cancel(reason: string): void
  interrupt(reason: string): void
}

export type BodyParts = {
  readonly strand: LoadedStrand
  readonly call: Omit<StepCall, 'signal'>
  readonly timeoutMs: number
  readonly after: Timers['after']
}

/** What aborts a body; its message is what the body sees as the signal's reason. */
class StepAborted extends Error {
  override readonly name = 'StepAborted'
  readonly kind: 'failed' | 'cancelled' | 'interrupted'

  constructor(kind: StepAborted['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export function runBody({ strand, call, timeoutMs, after }: BodyParts): RunningBody {
  const controller = new AbortController()
  const deaf = Promise.withResolvers<null>()
  let stopGrace: (() => void) | null = null
  const abort = (reason: StepAborted): void => {
    if (controller.signal.aborted) return
    controller.abort(reason)
    stopGrace = after(deafAfterMs, () => deaf.resolve(null))
  }
  const stopTimeout = after(timeoutMs, () =>
    abort(new StepAborted('failed', `The step did not end within ${inWords(timeoutMs)}.`)),
  )
  async function settle(): Promise<BodyOutcome> {
    const settled = await Promise.race([settleBody(strand, { ...call, signal: controller.signal }), deaf.promise])
    stopTimeout()
    stopGrace?.()
    const reason: unknown = controller.signal.reason
    if (!(reason instanceof StepAborted))
      return settled ?? { kind: 'failed', error: 'The step was aborted.', stack: null }
    const error =
      settled === null ? `${reason.message} It did not listen to the abort and was left to itself.` : reason.message
    return reason.kind === 'failed' ? { kind: 'failed', error, stack: null } : { kind: reason.kind, error }
  }
  return {
    outcome: settle(),
    cancel: (reason) => abort(new StepAborted('cancelled', reason)),
    interrupt: (reason) => abort(new StepAborted('interrupted', reason)),
  }
}

/** Never rejects. What comes after the race was decided is heard by nobody. */
async function settleBody(strand: LoadedStrand, call: StepCall): Promise<BodyOutcome> {
  try {
    return checkResult(await strand.runStep(call))
  } catch (thrown) {
    return { kind: 'failed', ...describeThrown(thrown) }
  }
}

/** Bodies are written by others and in JavaScript too: what they give back may be anything. */
function checkResult(result: unknown): BodyOutcome {
  let text: string | undefined
  try {
    text = JSON.stringify(result)
  } catch (error) {
    return failed(`The step's result is no JSON value: ${describeThrown(error).error}`)
  }
  if (text === undefined) {
    if (result === undefined) return { kind: 'success', result: null }
    return failed(`The step's result is a ${typeof result}, which is no JSON value.`)
  }
  const bytes = text.length > resultLimitBytes / 3 ? Buffer.byteLength(text) : text.length
  if (bytes > resultLimitBytes) {
    const size = (bytes / resultLimitBytes).toFixed(1)
    return failed(`The step's result is ${size} MiB, at most 1 MiB is kept. Write it to a file and return its path.`)
  }
  // Through its text, so that what later steps get is what a restart would give them.
  return { kind: 'success', result: JSON.parse(wellFormedJson(text)) as Json }
}

const failed = (error: string): BodyOutcome => ({ kind: 'failed', error, stack: null })

function inWords(ms: number): string {
  if (ms < secondMs) return `${ms} ms`
  const seconds = ms / secondMs
  if (seconds < 120) return `${+seconds.toFixed(1)} s`
  const minutes = seconds / 60
  return minutes < 120 ? `${+minutes.toFixed(1)} min` : `${+(minutes / 60).toFixed(1)} h`
}
