// A run as the step of a strand: its progress is the step's output, and its failure the step's.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { RunSummary, TriageRun } from '../../contract.ts'
import type { TriageRunOptions } from './runner.ts'

type Runs = { readonly run: (options: TriageRunOptions) => Promise<Result<TriageRun, Refusal>> }

type StepCall = {
  /** The strand's run. */
  readonly runId: string
  readonly signal: AbortSignal
  readonly output: (line: string) => void
}

/** Rejects with the reason of a run that was refused, failed or cancelled. */
export async function runAsStep(
  triage: Runs,
  { runId, signal, output }: StepCall,
): Promise<{ run_id: number; summary: RunSummary | null }> {
  const onProgress: TriageRunOptions['onProgress'] = ({ phase, done, total }) => output(`${phase}: ${done} of ${total}`)
  const run = await triage.run({ triggerBy: `strand ${runId}`, signal, onProgress })
  if (!run.ok) throw new Error(run.error.reason)
  const { id, status, error, run_summary: summary } = run.value
  if (status === 'success') return { run_id: id, summary }
  throw new Error([error?.reason ?? `The triage run was ${status}.`, error?.hint ?? ''].join(' ').trim())
}
