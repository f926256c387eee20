// Says how a run ended that this page saw running, whichever page is shown. A preview has its own panel.
import { toast } from '#platform/web/ui/toasts.ts'
import type { TriageRun } from '../../contract.ts'
import { newestRun } from './triage-data.ts'
import { openRun } from '../triage-url.ts'
import { dotOfRun, sayRun } from '../words.ts'

/** Until the returned function is called. */
export function tellRunEnds(): () => void {
  let before = newestRun.get()
  return newestRun.subscribe(() => {
    const now = newestRun.get()
    if (now !== null && hasEnded(before, now)) {
      toast({
        tone: dotOfRun(now.status),
        title: `Run ${now.id}: ${sayRun(now)}`,
        action: { label: 'Show run', run: () => openRun(now.id) },
      })
    }
    before = now
  })
}

/** Whoever cancels is told by the answer. */
function hasEnded(before: TriageRun | null, { id, status, dry_run: isDry }: TriageRun): boolean {
  const isOver = status === 'success' || status === 'failed'
  return isOver && !isDry && before?.id === id && before.status === 'running'
}
