// Says how a run ended, and leads to it.
import { toast } from '#platform/web/ui/toasts.ts'
import type { TriageRun } from '../../contract.ts'
import { openRun } from '../triage-url.ts'
import { dotOfRun, sayRun } from '../words.ts'

export function sayRunEnd(run: TriageRun): void {
  toast({
    tone: dotOfRun(run.status),
    title: `Run ${run.id}: ${sayRun(run)}`,
    action: { label: 'Show run', run: () => openRun(run.id) },
  })
}
