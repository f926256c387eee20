// A report that comes twice counts once: a script that waited too long for its answer on a busy machine writes the event into the
// queue, though the service takes it all the same.
import { ok } from '#base/result.ts'
import type { ApplyReport } from './ports.ts'

/** What agents say while the service is slow and the queue waits for its drain; each is some tens of bytes. */
const remembered = 4096

/** As `apply`; one that was applied, or is being applied, changes nothing again. What was refused may come again. */
export function onceEach(apply: ApplyReport): ApplyReport {
  /** Whether it was taken, once that is known. */
  const known = new Map<string, Promise<boolean>>()

  async function applyAs(id: string, report: Parameters<ApplyReport>[0]): ReturnType<ApplyReport> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    known.set(id, promise)
    if (known.size > remembered) forgetOldest(known)
    let isTaken = false
    try {
      const answer = await apply(report)
      isTaken = answer.ok
      return answer
    } finally {
      if (!isTaken) known.delete(id)
      resolve(isTaken)
    }
  }

  return async (report) => {
    const { reportId: id } = report
    if (id === undefined) return apply(report)
    // One that is refused leaves the next of them to be tried.
    for (let before = known.get(id); before !== undefined; before = known.get(id)) if (await before) return repeated
    return applyAs(id, report)
  }
}

const repeated = ok({ ok: true as const, changed: false, session: null })

function forgetOldest(known: Map<string, unknown>): void {
  for (const id of known.keys()) {
    known.delete(id)
    return
  }
}
