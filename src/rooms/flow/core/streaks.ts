// What of a strand's runs failed and was not answered: the newest run for each input decides.
import type { Run } from '../contract.ts'

/** Failures of one input in a row, for one reason. */
export type Streak = {
  /** The first of them names the streak: who saw it has seen those that follow for the same reason. */
  readonly first: string
  readonly newest: Pick<Run, 'run_id' | 'created_at' | 'finished_at' | 'error'>
  readonly times: number
  /** The run that tries again; null while none does. */
  readonly triedBy: string | null
}

/** By input, as text. */
export type Streaks = {
  readonly failing: ReadonlyMap<string, Streak>
  /** When the newest run was asked for that did not fail: an older one that fails later is answered. */
  readonly answered: ReadonlyMap<string, string>
}

export const noStreaks: Streaks = { failing: new Map(), answered: new Map() }

type Noted = Pick<Run, 'run_id' | 'status' | 'input' | 'created_at' | 'finished_at' | 'error'>

/** What deliveries of a webhook bring is different each time: so many inputs of a strand are told apart, the newest. */
const mostInputs = 50

/** Takes a run as it now stands; in any order, and one that is known changes nothing. */
export function noteRun(streaks: Streaks, run: Noted): Streaks {
  const input = JSON.stringify(run.input)
  const streak = streaks.failing.get(input)
  const answered = streaks.answered.get(input)
  if (answered !== undefined && answered > run.created_at) return streaks
  switch (run.status) {
    case 'queued':
    case 'running':
      if (streak === undefined || streak.newest.created_at > run.created_at) return streaks
      return { ...streaks, failing: withKey(streaks.failing, input, { ...streak, triedBy: run.run_id }) }
    case 'failed':
      return { ...streaks, failing: withKey(streaks.failing, input, failedAgain(streak, run)) }
    case 'success':
    case 'cancelled':
      if (streak !== undefined && streak.newest.created_at > run.created_at) return streaks
      return {
        failing: withoutKey(streaks.failing, input),
        answered: withKey(streaks.answered, input, run.created_at),
      }
  }
}

function failedAgain(streak: Streak | undefined, { run_id: id, created_at, finished_at, error }: Noted): Streak {
  const newest = { run_id: id, created_at, finished_at, error }
  if (streak === undefined) return { first: id, newest, times: 1, triedBy: null }
  if (streak.newest.run_id === id) return streak
  // Mirrored runs come in any order.
  if (streak.newest.created_at > created_at) return { ...streak, times: streak.times + 1 }
  const isSame = streak.newest.error === error
  return { first: isSame ? streak.first : id, newest, times: isSame ? streak.times + 1 : 1, triedBy: null }
}

/** The key stands last, as the newest. */
function withKey<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  const rest = [...map].filter(([other]) => other !== key)
  return new Map([...rest.slice(1 - mostInputs), [key, value]])
}

function withoutKey<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return map.has(key) ? new Map([...map].filter(([other]) => other !== key)) : map
}
