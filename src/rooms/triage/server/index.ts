// The triage room as app/ wires it.
import { openTriage, triageOver, type Triage, type TriageOptions } from './open-triage.ts'

/** Fails runs of a process that died. Rejects with `StorageError`. */
export async function createTriage(options: TriageOptions): Promise<Triage> {
  return triageOver(await openTriage(options))
}

export type { Triage } from './open-triage.ts'
export { runAsStep } from './run/run-as-step.ts'
