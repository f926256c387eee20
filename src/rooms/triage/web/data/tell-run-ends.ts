// Says how a run ended that this page saw running, whichever page is shown. A preview has its own panel.
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import type { TriageRun } from '../../contract.ts'
import { newestRun } from './lanes-feed.ts'

const sayRunEnd = lazyAct(
  () => import('./say-run-end.ts'),
  ({ sayRunEnd }) => sayRunEnd,
)

/** Until the returned function is called. */
export function tellRunEnds(): () => void {
  let before = newestRun.get()
  return newestRun.subscribe(() => {
    const now = newestRun.get()
    if (now !== null && hasEnded(before, now)) void sayRunEnd(now)
    before = now
  })
}

/** Whoever cancels is told by the answer. */
function hasEnded(before: TriageRun | null, { id, status, dry_run: isDry }: TriageRun): boolean {
  const isOver = status === 'success' || status === 'failed'
  return isOver && !isDry && before?.id === id && before.status === 'running'
}
