// The gateway's jobs and run records after their parsing: what the mirror knows of them.

export type UpstreamSchedule =
  | { readonly kind: 'cron'; readonly expr: string; readonly tz: string | null }
  | { readonly kind: 'every'; readonly everyMs: number; readonly anchorMs: number }
  /** ISO 8601, as the gateway gives it. */
  | { readonly kind: 'at'; readonly at: string }
  /** A kind that is not timed, as on-exit and stream, or one of a later version. */
  | { readonly kind: 'other'; readonly name: string }

/** Times are epoch milliseconds. */
export type UpstreamJob = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly createdAtMs: number
  readonly schedule: UpstreamSchedule
  /** `isolated`, `main`, `session:<key>`; null when it is not told. */
  readonly sessionTarget: string | null
  /** `delivery.mode`; null when there is no delivery. */
  readonly deliveryMode: string | null
  /** True for a job that the gateway made for itself. */
  readonly isSystem: boolean
  readonly nextRunAtMs: number | null
  readonly lastRunAtMs: number | null
  /** False when the list does not say when the job ran, so that null means nothing. */
  readonly tellsRuns: boolean
  readonly isRunning: boolean
}

export type UpstreamUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly totalTokens: number
  /** In US dollars; null when it is not told. */
  readonly cost: number | null
}

/** A finished run; the gateway records no others. */
export type UpstreamRun = {
  readonly jobId: string
  readonly jobName: string | null
  /** When the record was written: the run and its delivery were over. */
  readonly ts: number
  readonly runAtMs: number
  readonly durationMs: number
  readonly nextRunAtMs: number | null
  /** `ok`, `error`, `skipped`, or one of a later version. */
  readonly status: string
  readonly completionStatus: string | null
  readonly summary: string | null
  readonly error: string | null
  /** What a failed program or tool said. */
  readonly diagnostics: string | null
  /** Of manual runs alone: `manual:…`. */
  readonly runId: string | null
  readonly sessionId: string | null
  readonly sessionKey: string | null
  readonly model: string | null
  readonly provider: string | null
  readonly usage: UpstreamUsage | null
  readonly delivered: boolean
  readonly deliveryStatus: string | null
  readonly deliveryError: string | null
  /** The delivery resolution as the gateway gives it: intended, resolved, fallbackUsed, …; null without one. */
  readonly delivery: Readonly<Record<string, unknown>> | null
}

/** A job that has a delivery channel gets a DELIVER step. A mode of `none` still stands beside a channel, which then means nothing. */
export function hasDelivery({ deliveryMode }: Pick<UpstreamJob, 'deliveryMode'>): boolean {
  return deliveryMode !== null && deliveryMode !== 'none'
}

/** Whether a person or a program asked for the run, instead of the schedule. */
export function isManual({ runId }: Pick<UpstreamRun, 'runId'>): boolean {
  return runId !== null
}
