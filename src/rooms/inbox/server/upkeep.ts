// What marks do by themselves: a snooze ends at its time, and what nobody can see any more is forgotten.
import { dayMs, hourMs, minuteMs, toIso } from '#base/time.ts'
import { isOver, type KeptMark } from '../core/mark.ts'
import type { InboxContext } from './context.ts'
import { marksNews } from './hear-marks.ts'
import { keep } from './mark-items.ts'

/** Looked at this often while something is snoozed: the clock may be set, and a machine sleeps. */
const lookMs = minuteMs / 4
/** Marks of what needs nobody are kept so long: what was dismissed may be brought back. */
const keptDays = 30
/** More marks of what needs nobody than this would be read at every start. */
const mostIdle = 10_000

/** The answer ends it, once what is under way is committed. */
export function startUpkeep(context: InboxContext): () => Promise<void> {
  const { timers, log } = context
  let last: Promise<unknown> = Promise.resolve()
  const run = (work: () => Promise<void>): void => {
    last = work().catch((error: unknown) => log.error({ err: error }, 'marks of the inbox could not be changed'))
  }
  // What came due while no service ran.
  run(() => endSnoozes(context))
  const stops = [
    timers.every(lookMs, () => run(() => endSnoozes(context))),
    timers.every(hourMs, () => run(() => forgetOld(context))),
  ]
  return async () => {
    for (const stop of stops) stop()
    await last
  }
}

/** In memory at once: a mark whose time is over means nothing, also where the disk takes nothing. */
async function endSnoozes({ book, clock, store, commits }: InboxContext): Promise<void> {
  const now = toIso(clock.now())
  const over = [...book.marks()].filter(([, kept]) => isOver(kept, now)).map(([id]) => id)
  if (over.length === 0) return
  book.setMarks(new Map(over.map((id) => [id, null])))
  await commits.write({ script: () => store.remove(over), news: () => marksNews(over) })
}

async function forgetOld({ book, clock, ...stores }: InboxContext): Promise<void> {
  const before = toIso(clock.now() - keptDays * dayMs)
  const idle = [...book.marks()].filter(([id]) => book.get(id) === null).toSorted(byAge)
  const old = idle.filter(([, { mark }], index) => mark.at < before || index >= mostIdle)
  if (old.length > 0) await keep({ book, ...stores }, new Map(old.map(([id]) => [id, null])))
}

/** The newest first. */
function byAge([, one]: [string, KeptMark], [, other]: [string, KeptMark]): number {
  return one.mark.at < other.mark.at ? 1 : -1
}
