// Who asks for a change of a session, and which changes only those with credentials may ask for.
import type { MachineEvent } from '../contract.ts'
import type { SessionRecord } from './record.ts'
import { livesHere } from './lives-here.ts'
import { howToStart } from './start/start-plan.ts'

/** `anybody`: a caller that the route let pass without credentials. */
export type Asker = 'authenticated' | 'anybody'

/** What giving `event` to the session would do to a terminal, as the middle of a sentence; null when only its state moves. */
export function deedOf(record: SessionRecord, event: MachineEvent): string | null {
  if (!livesHere(record.session)) return deedElsewhere(event)
  if (event === 'start') return howToStart(record) === 'spawn' ? 'starts a program' : null
  if (event === 'user.cancel') return record.session.tmux_alive === true ? 'types Ctrl+C into a terminal' : null
  return null
}

function deedElsewhere(event: MachineEvent): string | null {
  if (event === 'start') return 'starts a program on a device'
  return event === 'user.cancel' ? 'ends a program on a device' : null
}

/** What a session that the service may run waits for decides when a program starts. */
export function deedOfLinking({ session }: SessionRecord): string | null {
  return session.runnable ? 'decides when a program starts' : null
}
