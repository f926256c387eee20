import type { RunKey } from '../../contract/envelopes.ts'

/** One text for each run, as the key of a map: made for each line of output, so that it is put together and not escaped. */
export function textOfRun({ session_id, run_id }: RunKey): string {
  return `${session_id.length} ${session_id}${run_id}`
}
