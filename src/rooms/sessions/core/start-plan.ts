// What starting a session takes.
import type { SessionRecord } from './record.ts'

export type StartPlan = 'spawn' | 'move_state' | 'refuse'

/**
 * A terminal that lives is only said to run. One that is gone is started when there is something to run, and refused when
 * there is not: running with nothing there would be a lie. One that was never seen may live where we cannot look.
 */
export function howToStart({ session, seenAlive }: SessionRecord): StartPlan {
  if (session.tmux_alive === true) return 'move_state'
  if (session.prompt !== '' || session.interactive) return 'spawn'
  return seenAlive ? 'refuse' : 'move_state'
}
