// What other parts of the page do to strands and runs, which they leave where they are.
import { navigate } from 'wouter/use-browser-location'
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { retryRun, runStrand } from '../api.ts'
import { hrefOfStrand } from './flow-url.ts'

/** A new run goes on where this one ended; the notice leads there. */
export async function retryFailedRun(id: string, strandId: string): Promise<void> {
  const answer = await call(retryRun, { params: { id } })
  if (!answer.ok) return report('Not retried', answer.error, () => void retryFailedRun(id, strandId))
  tell(`Retried: ${strandId} goes on where it failed.`, strandId)
}

export async function runStrandNow(id: string): Promise<void> {
  const answer = await call(runStrand, { params: { id }, body: {} })
  if (!answer.ok) return report('Not started', answer.error, () => void runStrandNow(id))
  tell(`Started: ${id}.`, id)
}

function tell(title: string, strandId: string): void {
  toast({ tone: 'running', title, action: { label: 'Open', run: () => navigate(hrefOfStrand(strandId)) } })
}
