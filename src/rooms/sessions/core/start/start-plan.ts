// What starting a session takes.
import { isAtRest, isTerminal } from '../machine.ts'
import type { SessionRecord } from '../record.ts'

export type StartPlan = 'spawn' | 'move_state' | 'refuse'

/**
 * A terminal that lives is only said to run. One that is gone is started when there is something to run, and refused when
 * there is not: running with nothing there would be a lie. One that was never seen may live where we cannot look. A session
 * that was registered without credentials is never spawned, whoever asks: whether it runs is for its registrant to say.
 */
export function howToStart(record: SessionRecord): StartPlan {
  if (record.session.tmux_alive === true || isForeign(record.session)) return 'move_state'
  if (hasCommand(record)) return 'spawn'
  return record.seenAlive ? 'refuse' : 'move_state'
}

/**
 * Whether a terminal that lives is about to close: the end of our run in it was reported, or asked for by Ctrl+C. That a
 * person called it over says nothing of the terminal.
 */
export function isClosing(record: SessionRecord): boolean {
  const { state, cause, exit_code: exitCode } = record.session
  if (!isAtRest(state) || record.runId === null || !hasCommand(record)) return false
  const isCalledOver = cause?.source === 'user' && isTerminal(state) && cause.event !== 'user.cancel'
  return exitCode !== null || !isCalledOver
}

function hasCommand({ session }: SessionRecord): boolean {
  return session.runnable && (session.prompt !== '' || session.interactive)
}

/** 'Registered, not ours to run': somebody without credentials told of it. */
export function isForeign({ origin, runnable }: Pick<SessionRecord['session'], 'origin' | 'runnable'>): boolean {
  return origin === 'registered' && !runnable
}
