// What a person can do with strands and runs; refusals come back as values or are told in passing.
import { navigate } from 'wouter/use-browser-location'
import type { Json } from '#base/json.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import * as routes from '../api.ts'
import type { Run, Strand } from '../contract.ts'
import { hrefOfRun } from './flow-url.ts'
import { loadErrors, strands } from './strand-store.ts'

/** What explains itself in a dialog: why a mirrored job is not run from here, or where a strand of a file is switched. */
export type Explained = { readonly kind: 'run' | 'enabled'; readonly strandId: string; readonly problem: Problem }

export const explained = createValue<Explained | null>(null)

/** Starts a run and shows it. Resolves with the refusal that the caller has to show. */
export async function startRun(strandId: string, input: Json | undefined): Promise<Problem | null> {
  const body = input === undefined ? {} : { input }
  const answer = await call(routes.runStrand, { params: { id: strandId }, body })
  if (answer.ok) {
    navigate(hrefOfRun(strandId, answer.value.run_id))
    return null
  }
  if (answer.error.status !== 409 || strands.get(strandId)?.origin !== 'synthetic') return answer.error
  explained.set({ kind: 'run', strandId, problem: answer.error })
  return null
}

export async function startRunOrReport(strandId: string, input: Json | undefined): Promise<void> {
  const problem = await startRun(strandId, input)
  if (problem !== null) report('Not started', problem)
}

export async function cancelRun(run: Run): Promise<void> {
  const answer = await call(routes.cancelRun, { params: { id: run.run_id } })
  if (!answer.ok) return report('Not cancelled', answer.error)
  toast({
    tone: 'cancelled',
    title: 'Cancelled. Steps that ran were told to stop.',
    action: { label: 'Go on', run: () => void retryRun(run) },
    lastsMs: undoMs,
  })
}

/** Long enough to notice a slip. */
const undoMs = 10_000

export async function retryRun(run: Run): Promise<void> {
  const answer = await call(routes.retryRun, { params: { id: run.run_id } })
  if (!answer.ok) return report('Not retried', answer.error)
  navigate(hrefOfRun(run.workflow_id, answer.value.run_id))
}

/** Shown at once, snapped back with the reason when it is refused; of a strand from a file the answer says where it is set. */
export async function setEnabled({ id, origin }: Strand, enabled: boolean): Promise<void> {
  const lift = origin === 'synthetic' ? strands.overlay(id, (strand) => ({ ...strand, enabled })) : () => {}
  const answer = await call(routes.switchStrand, { params: { id }, body: { enabled } })
  if (answer.ok) strands.apply([{ id, value: answer.value.strand }])
  lift()
  if (answer.ok) return
  if (answer.error.status === 501) return explained.set({ kind: 'enabled', strandId: id, problem: answer.error })
  report(enabled ? 'Not switched on' : 'Not switched off', answer.error)
}

export async function reloadStrands(): Promise<void> {
  const answer = await call(routes.reloadStrands)
  if (!answer.ok) return report('Not reloaded', answer.error)
  const { loaded, errors } = answer.value
  loadErrors.set(errors)
  const count = loaded === 1 ? '1 strand' : `${loaded} strands`
  if (errors.length === 0) return void toast({ tone: 'success', title: `${count} loaded from files.` })
  const files = errors.length === 1 ? '1 file has a fault' : `${errors.length} files have faults`
  toast({ tone: 'failed', title: `${count} loaded; ${files}.`, text: 'See the list of faults above the strands.' })
}
