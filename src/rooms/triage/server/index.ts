// The triage room as app/ wires it.
import type { Kinds } from '#platform/server/live/kinds.ts'
import { liveLanes } from '../api.ts'
import { openTriage, triageOver, type Triage, type TriageOptions } from './open-triage.ts'

/** Fails runs of a process that died. Rejects with `StorageError`. */
export async function createTriage({ live, ...options }: RunningOptions): Promise<Triage> {
  return triageOver(await openTriage({ ...options, ...live.offer(liveLanes, {}) }))
}

type RunningOptions = Omit<TriageOptions, 'publish'> & {
  /** Told of what changes, under `liveLanes`. */
  readonly live: Pick<Kinds, 'offer'>
}

export type { Triage } from './open-triage.ts'
export { runAsStep } from './run/run-as-step.ts'
