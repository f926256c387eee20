// What the parts of this room's server work on together; made once in index.ts.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { EventLog } from './event-log.ts'
import type { Ledger } from './ledger.ts'
import type { Owed } from './owed.ts'
import type { ForgetArtifacts, MachineEventOf, PlanLaunch, Spawn, TaskPort } from './ports.ts'
import type { Registry } from './registry.ts'

export type SessionsContext = {
  readonly registry: Registry
  readonly ledger: Ledger
  readonly events: EventLog
  readonly clock: Clock
  readonly log: Log
  readonly tmux: Tmux
  readonly tasks: TaskPort
  readonly spawn: Spawn
  readonly planLaunch: PlanLaunch
  readonly machineEventOf: MachineEventOf
  readonly forgetArtifacts: ForgetArtifacts
  /** Looks at the sessions that wait for the task; nobody who is answered waits for their starts. */
  readonly onTaskSettled: (taskId: string) => void
  /** Whether a process of ours with this id runs on this machine. */
  readonly isProcessAlive: (pid: number) => boolean
  /** A fresh identifier for a session or a run. */
  readonly makeId: () => string
  /** Sessions that are being started: commands about them wait, and no look that began before the end judges them. */
  readonly starting: Map<string, Promise<unknown>>
  /** Of those, the ones whose terminal is being opened: reports about them wait for the outcome. */
  readonly spawning: Map<string, Promise<unknown>>
  /** What was done and could not be written down yet. */
  readonly owed: Owed
  /** How long a terminal that is about to close is waited for. */
  readonly closingLimitMs: number
  /** Asks for a look at tmux; nobody waits for it. */
  readonly lookSoon: () => void
}

/** The text of a time costs more than the state machine: a storm of events makes it once a millisecond. */
let lastText = { ms: Number.NaN, iso: '' }

export function nowIso({ clock }: Pick<SessionsContext, 'clock'>): string {
  const ms = clock.now()
  if (ms !== lastText.ms) lastText = { ms, iso: toIso(ms) }
  return lastText.iso
}
