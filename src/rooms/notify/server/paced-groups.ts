// A group of hundreds changes with each of its members, and is written and told of as a whole: once a second, and no more.
import { secondMs } from '#base/time.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { WatchAct } from '../core/watch.ts'

const everyMs = secondMs

export interface PacedGroups {
  /** Those of the acts that are to be done now; the others come through `due`, the last of each group. */
  pass(acts: readonly WatchAct[]): readonly WatchAct[]
  /** What is held back, for the end: nothing comes through `due` any more. */
  end(): readonly WatchAct[]
}

type Pace = {
  stop: () => void
  held: WatchAct | null
}

export function paceGroups({ after }: Pick<Timers, 'after'>, due: (act: WatchAct) => void): PacedGroups {
  /** Of groups that were changed less than a second ago, by their tags. */
  const paced = new Map<string, Pace>()

  function begin(tag: string): void {
    const pace: Pace = {
      held: null,
      stop: after(everyMs, () => {
        paced.delete(tag)
        if (pace.held === null) return
        begin(tag)
        due(pace.held)
      }),
    }
    paced.set(tag, pace)
  }

  function isDone(act: WatchAct): boolean {
    const { tag, members } = act.of
    const pace = paced.get(tag)
    const isChange = act.act === 'update' || act.act === 'keep'
    // What comes to one of its last two members is told at once, as of any other.
    if (isChange && pace !== undefined && members.length > 2) {
      pace.held = act
      return false
    }
    pace?.stop()
    paced.delete(tag)
    if (isChange && members.length > 2) begin(tag)
    return true
  }

  return {
    pass: (acts) => acts.filter(isDone),
    end() {
      const held = [...paced.values()].flatMap(({ held: act }) => act ?? [])
      for (const { stop } of paced.values()) stop()
      paced.clear()
      return held
    },
  }
}
