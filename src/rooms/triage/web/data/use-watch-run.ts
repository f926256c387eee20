// Reads a run's progress by GET where the feed does not tell of it.
import { useEffect } from 'react'
import { secondMs } from '#base/time.ts'
import type { TriageRun } from '../../contract.ts'
import { newestRun } from './lanes-feed.ts'
import { lanesData, refreshTriage } from './triage-data.ts'

/** Often enough to be watched; the feed, where it works, is faster. */
const lookMs = 2 * secondMs

export function useWatchRun(running: TriageRun | null): void {
  const id = running?.id ?? null
  useEffect(() => {
    if (id === null) return
    const timer = setInterval(() => {
      if (newestRun.get()?.id !== id) lanesData.refresh()
    }, lookMs)
    return () => {
      clearInterval(timer)
      // It is over: what it moved is news that nobody else may tell.
      if (newestRun.get()?.id !== id) refreshTriage()
    }
  }, [id])
}
