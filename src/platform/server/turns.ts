// Limits how many pieces of work run at once. The others wait in order; urgent ones go first.
import { err, ok, type Result } from '#base/result.ts'

export type TurnsOptions = {
  /** Pieces of usual work at once. */
  readonly usual: number
  /** Further ones that only urgent work may use, so that it starts even while all the usual work hangs. */
  readonly reserved: number
  /** Most pieces of usual work that wait; one more is turned away. Urgent work always waits. */
  readonly mostWaiting: number
}

export interface Turns {
  /** Runs the work at its turn. Refuses `full` when too much waits already; then the work is not run. */
  take<T>(work: () => Promise<T>): Promise<Result<T, 'full'>>
  /** As `take`, ahead of all usual work, and never refused. */
  takeUrgently<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns({ usual, reserved, mostWaiting }: TurnsOptions): Turns {
  const waiting: (() => void)[] = []
  const urgent: (() => void)[] = []
  let running = 0

  /** Runs the work when its turn has come; its end starts the next one. */
  async function run<T>(work: () => Promise<T>, queue: (() => void)[]): Promise<T> {
    const room = queue === urgent ? usual + reserved : usual
    if (running < room) running += 1
    else await new Promise<void>((resolve) => void queue.push(resolve))
    try {
      return await work()
    } finally {
      running -= 1
      letIn()
    }
  }

  function letIn(): void {
    const next =
      (running < usual + reserved ? urgent.shift() : undefined) ?? (running < usual ? waiting.shift() : undefined)
    if (next === undefined) return
    running += 1
    next()
  }

  return {
    async take(work) {
      if (waiting.length >= mostWaiting) return err('full')
      return ok(await run(work, waiting))
    },
    takeUrgently: (work) => run(work, urgent),
  }
}
