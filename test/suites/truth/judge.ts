// Holds what the board says of a session against what really happened. Pure: the same words and facts give the same verdict.
import type { Session } from '#rooms/sessions/contract.ts'
import type { Run } from './evidence.ts'

/** The last thing that was done to a session and answered with success. */
export type Deed = 'start' | 'stop' | 'requeue' | 'dismiss' | 'dismiss_and_kill'

export type Case = {
  /** More than one where two were asked for at once and either may have come last. */
  readonly deeds: readonly Deed[]
  /** Runs there were before the last start: it must have made one more. */
  readonly runsBefore: number
  /** Its terminal was closed from outside since the last start, so that nothing could report an end. */
  readonly isKilled: boolean
  /** Launched by the service, which then reports how it ended; otherwise found in tmux. */
  readonly isLaunched: boolean
}

export type Facts = {
  /** As the board has it; null when it has no such session. */
  readonly session: Session | null
  readonly hasTerminal: boolean
  readonly runs: readonly Run[]
}

/** What is not true, in words; null when all is. */
export function difference(known: Case, facts: Facts): string | null {
  const verdicts = known.deeds.map((deed) => verdictOn(deed, known, facts))
  return verdicts.includes(null) ? null : verdicts.join('; or: ')
}

function verdictOn(deed: Deed, known: Case, facts: Facts): string | null {
  switch (deed) {
    case 'dismiss':
      return facts.session === null ? null : 'it was dismissed and is there'
    case 'dismiss_and_kill':
      if (facts.session !== null) return 'it was dismissed and is there'
      return stillThere(facts)
    case 'requeue':
      return stillThere(facts) ?? saysNot(facts, ['idle'])
    case 'stop':
      return stillThere(facts) ?? saysNot(facts, ['failed'])
    case 'start':
      return afterStart(known, facts)
  }
}

function afterStart({ runsBefore, isKilled, isLaunched }: Case, facts: Facts): string | null {
  const run = facts.runs.at(-1)
  const isGone = isKilled && !facts.hasTerminal
  if (facts.runs.length <= runsBefore && !isGone) return 'it was started and nothing ran'
  if (run?.isAlive === true) return facts.hasTerminal ? saysNot(facts, ['running']) : 'it runs without its terminal'
  if (facts.hasTerminal) return 'its terminal is there and nothing runs in it'
  if (!isLaunched) return saysNot(facts, ['completed'])
  if (run === undefined || run.code === null) return isKilled ? saysNot(facts, ['failed']) : 'it was killed by nobody'
  const byCode = run.code === 0 ? 'completed' : 'failed'
  if (isKilled) return saysNot(facts, [byCode, 'failed'])
  return saysNot(facts, [byCode]) ?? saysNotCode(facts, run.code)
}

function stillThere({ hasTerminal, runs }: Facts): string | null {
  if (runs.some(({ isAlive }) => isAlive)) return 'its agent runs on'
  return hasTerminal ? 'its terminal is still there' : null
}

function saysNot({ session, hasTerminal }: Facts, states: readonly Session['state'][]): string | null {
  if (session === null) return `it should be ${states.join(' or ')} and is not there`
  const { state, tmux_alive: alive, end_reason: reason } = session
  if (!states.includes(state)) return `it should be ${states.join(' or ')} and is ${state} (${reason})`
  return alive === hasTerminal ? null : `tmux_alive is ${alive} and its terminal is ${hasTerminal ? 'there' : 'gone'}`
}

function saysNotCode({ session }: Facts, code: number): string | null {
  return session?.exit_code === code ? null : `it exited with ${code} and says ${session?.exit_code}`
}
