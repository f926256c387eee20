// What people ask of strands and runs, beyond what the engine does by itself.
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shellWord } from '#base/shell-word.ts'
import type { Refusal } from '#platform/contract.ts'
import type { RunDetail, Strand } from '../contract.ts'
import { toRunStep, type StepRecord } from '../core/record.ts'
import { toStrandStep } from '../core/strand-view.ts'
import type { FlowContext } from './context.ts'
import { brokenStrand, unknownRun, unknownStrand } from './engine/refusals.ts'
import { allSteps } from './store/all-steps.ts'

export type RunRequest = {
  readonly strandId: string
  readonly runId: string | null
  readonly input: Json
  readonly by: string
}

/** Refuses `not_found`, `synthetic_strand`, `invalid_request` (input), `conflict` (the id is another strand's run), `too_many`, `broken_strand`. */
export async function runStrand(
  { trigger, book }: FlowContext,
  { strandId, runId, input, by }: RunRequest,
): Promise<Result<{ readonly ok: true; readonly run_id: string }, Refusal>> {
  const strand = book.get(strandId)
  if (strand === null) return err(unknownStrand(strandId, book.ids()))
  if (strand.upstream !== null) return err(syntheticStrand(strand.name, strand.upstream.job_id))
  const started = await trigger({ strandId, runId, trigger: 'manual', by, input, slot: null })
  return started.ok ? ok({ ok: true, run_id: started.value.runId }) : started
}

/** Refuses what `WorkflowEngine.retry` does, and `broken_strand`. */
export async function retryRun(
  { engine, book, reads }: FlowContext,
  runId: string,
  by: string,
): Promise<Result<{ readonly ok: true; readonly run_id: string }, Refusal>> {
  const strandId = (await reads.find(runId))?.workflow_id ?? ''
  const fault = book.broken(strandId)
  if (fault !== null) return err(brokenStrand(strandId, fault))
  const started = await engine.retry(runId, by)
  return started.ok ? ok({ ok: true, run_id: started.value.runId }) : started
}

/** Refuses `not_found`, `native_strand`, `conflict` (a job that is read-only or gone), `gateway_unavailable`. */
export async function setEnabled(
  { book, synthetic, setJobEnabled }: FlowContext,
  strandId: string,
  enabled: boolean,
): Promise<Result<Strand, Refusal>> {
  const strand = book.get(strandId)
  if (strand === null) return err(unknownStrand(strandId, book.ids()))
  if (strand.upstream === null) return err(nativeStrand(strand))
  if (strand.upstream.read_only) return err(readOnlyJob(strand.name))
  if (setJobEnabled === null) return err(noGateway)
  const switched = await setJobEnabled(strand.upstream.job_id, enabled)
  if (!switched.ok) return switched
  // The mirror's next cycle says how it is; until then what was asked for is shown.
  synthetic.change(strandId, (known) => ({ ...known, enabled }))
  return ok(book.get(strandId) ?? { ...strand, enabled })
}

export async function readRun({ reads, book }: FlowContext, runId: string): Promise<Result<RunDetail, Refusal>> {
  const run = await reads.find(runId)
  if (run === null) return err(unknownRun(runId))
  const began = await reads.definition(runId)
  const definition = began ?? book.definition(run.workflow_id)
  const steps = allSteps(runId, began, await reads.steps(runId))
  const { workflow_id: id } = run
  const drawn = definition === null ? steps.map(plainStep) : definition.steps.map(toStrandStep)
  return ok({ run, steps: steps.map(toRunStep), strand: { id, name: definition?.name ?? id, steps: drawn } })
}

/** Of a mirrored run whose job is gone: its steps followed each other. */
function plainStep(
  { step_id: id, host }: StepRecord,
  index: number,
  all: readonly StepRecord[],
): RunDetail['strand']['steps'][number] {
  const before = all[index - 1]
  return {
    id,
    name: id,
    after: before === undefined ? [] : [before.step_id],
    host,
    requires: [],
    timeout_ms: 0,
    retries: 0,
  }
}

const syntheticStrand = (name: string, jobId: string): Refusal => ({
  error: 'synthetic_strand',
  reason: `${name} mirrors a job of the gateway, so it is not run from here.`,
  hint: `Run the job where it is: openclaw cron run ${shellWord(jobId)}`,
})

const nativeStrand = ({ id, modulePath, origin }: Strand): Refusal => ({
  error: 'native_strand',
  reason: `${id} is switched in its file, not from here.`,
  hint:
    origin === 'builtin'
      ? `Write it into your own folder with "orrery strand new --from ${id}", set enabled there and reload.`
      : `Set enabled in ${modulePath} and reload.`,
})

const readOnlyJob = (name: string): Refusal => ({
  error: 'conflict',
  reason: `${name} is a job of the gateway's own, which can't be switched from here.`,
})

const noGateway: Refusal = {
  error: 'gateway_unavailable',
  reason: 'The gateway can not be reached, so its job was not switched.',
  hint: 'Start the gateway, or put its command on the PATH of the service.',
}
