// The present moment in writing.
import { toIso } from '#base/time.ts'

/** Most of what happens in a run happens in one millisecond, and writing a time down costs more than the rest of it. */
let moment = { ms: Number.NaN, iso: '' }

export function momentOf(ms: number): string {
  if (moment.ms !== ms) moment = { ms, iso: toIso(ms) }
  return moment.iso
}
