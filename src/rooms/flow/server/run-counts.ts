// How many runs ended how, for /metrics.
import type { MetricCounter, Metrics } from '#platform/server/metrics/metrics.ts'
import { caveatKinds, type Run } from '../contract.ts'
import { outcomeOf } from '../core/caveat.ts'

export interface RunCounts {
  /** A run is over, or a mirrored one was found. */
  note(run: Run): void
  /** Counts from now on. Called once. */
  register(metrics: Pick<Metrics, 'counter'>): void
}

const outcomes = ['success', ...caveatKinds, 'failed', 'cancelled'] as const

export function createRunCounts(): RunCounts {
  const counters = new Map<string, MetricCounter>()
  return {
    note: (run) => counters.get(outcomeOf(run))?.add(),
    register(metrics) {
      const help = 'Runs of strands that ended, by their outcome; mirrored ones once they were found.'
      for (const outcome of outcomes)
        counters.set(outcome, metrics.counter('orrery_strand_runs_total', help, { outcome }))
    },
  }
}
