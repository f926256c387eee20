// Starts a run, or asks first about a brief that was written and not added: the run would not read it.
import { sendRun } from './actions.ts'
import { askedRun, type WantedRun } from './asked-run.ts'
import { unsentBrief } from './unsent-brief.ts'

export async function startRun(wanted: WantedRun): Promise<void> {
  if (unsentBrief() === null) return sendRun(wanted)
  askedRun.set(wanted)
}
