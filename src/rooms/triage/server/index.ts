// The triage room as app/ wires it.
import type { Kinds } from '#platform/server/live/kinds.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import { liveLanes } from '../api.ts'
import { openTriage, triageOver, type Triage, type TriageOptions } from './open-triage.ts'
import { startRetention } from './retention.ts'

type RunningOptions = Omit<TriageOptions, 'publish'> & {
  /** Told of what changes, under `liveLanes`. */
  readonly live: Pick<Kinds, 'offer'>
  /** How long runs and what they consumed are kept. */
  readonly retentionDays: number
  /** Default: the machine's. */
  readonly timers?: Timers
}

/** Fails runs of a process that died. Rejects with `StorageError`. */
export async function createTriage({ live, ...options }: RunningOptions): Promise<Triage> {
  const { database, retentionDays, timers = systemTimers } = options
  const opened = await openTriage({ ...options, ...live.offer(liveLanes, {}) })
  const triage = triageOver(opened)
  const { read } = database
  const retention = startRetention({ read, context: opened.context, days: retentionDays }, timers.every)
  return {
    ...triage,
    async [Symbol.asyncDispose]() {
      await retention[Symbol.asyncDispose]()
      await triage[Symbol.asyncDispose]()
    },
  }
}

export type { Triage } from './open-triage.ts'
export { runAsStep } from './run/run-as-step.ts'
