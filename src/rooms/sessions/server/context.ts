// What the parts of this room's server work on together; made once in index.ts.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { ReadProcessTerminal } from '#platform/server/foreground.ts'
import type { AnswerLog } from './answer/answer-log.ts'
import type { EventLog } from './log/event-log.ts'
import type { Ledger } from './log/ledger.ts'
import type { Owed } from './end/owed.ts'
import type { SessionProcesses } from './end/session-processes.ts'
import type { Forget } from './past/forget.ts'
import type { PastStore } from './past/past-store.ts'
import type { DeviceLeases } from './nodes/leases.ts'
import type { ForeignSessions } from './nodes/foreign-sessions.ts'
import type { PlanLaunch } from './launcher/plan-launch.ts'
import type { Spawn } from './launcher/spawn.ts'
import type { ForgetArtifacts } from './past/forget.ts'
import type { DevicesPort, MachineEventOf, MayStart, TaskPort } from './ports.ts'
import type { Registry } from './registry.ts'

/** What a session did, in one line; null where nothing is known. */
export type SummaryOf = (sessionId: string) => string | null

export type SessionsContext = {
  readonly registry: Registry
  /** Those of other services on the same PostgreSQL. */
  readonly foreign: ForeignSessions
  /** Which node holds which device, and so writes the sessions there. */
  readonly leases: DeviceLeases
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
  /** Where sessions run that are not here; set once the devices are open. */
  readonly devices: { port: DevicesPort }
  /** Who may say that nothing new starts; set once what counts is open. */
  readonly budget: { mayStart: MayStart }
  /** What a session did, in one line; set once streams are open. */
  readonly summaries: { of: SummaryOf }
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
  /** Sessions that a text is being typed into. */
  readonly answering: Set<string>
  /** Of answered sessions the screen from before Enter, until the first look at what followed. */
  readonly screensBefore: Map<string, string>
  /** What people said to sessions. */
  readonly answers: AnswerLog
  /** Sessions that left the board. */
  readonly past: PastStore
  /** Removes past ones for good. */
  readonly forget: Forget
  /** Whether a process has the keys of its terminal. */
  readonly readProcessTerminal: ReadProcessTerminal
  /** Between two looks at whether a paste has arrived. */
  readonly settleMs: number
  /** What was done and could not be written down yet. */
  readonly owed: Owed
  /** How long a terminal that is about to close is waited for. */
  readonly closingLimitMs: number
  /** What of a session lives on this machine. */
  readonly processes: SessionProcesses
  /** The last line that the present run wrote; null where it wrote none that means something, or nothing is recorded. */
  readonly readLastWords: (sessionId: string) => Promise<string | null>
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
