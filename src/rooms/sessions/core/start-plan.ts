// What starting a session takes.
import type { SessionRecord } from './record.ts'

export type StartPlan = 'spawn' | 'move_state' | 'refuse'

/**
 * A terminal that lives is only said to run. One that is gone is started when there is something to run, and refused when
 * there is not: running with nothing there would be a lie. One that was never seen may live where we cannot look. A session
 * that was registered without credentials is never spawned, whoever asks: whether it runs is for its registrant to say.
 */
export function howToStart({ session, seenAlive }: SessionRecord): StartPlan {
  if (session.tmux_alive === true || isForeign(session)) return 'move_state'
  if (session.runnable && (session.prompt !== '' || session.interactive)) return 'spawn'
  return seenAlive ? 'refuse' : 'move_state'
}

/** 'Registered, not ours to run': somebody without credentials told of it. */
export function isForeign({ origin, runnable }: Pick<SessionRecord['session'], 'origin' | 'runnable'>): boolean {
  return origin === 'registered' && !runnable
}
