// A session as the service keeps it: the resource, and what only the service needs to know of it.
import { shortened } from '#base/cut-text.ts'
import type { Client, EventSource, MachineEvent, Session, SessionOrigin } from '../contract.ts'
import type { GivenAnswer } from '../contract/stored.ts'

export type SessionRecord = {
  readonly session: Session
  /** The launch in force; events of an older one are recorded and not applied. Null for a session that we never launched. */
  readonly runId: string | null
  /** tmux's own id (`$3`) of the session last seen under this name. */
  readonly tmuxId: string | null
  /** When that tmux session was created, epoch milliseconds; null when it was not looked at, or by an earlier Orrery. */
  readonly tmuxCreatedMs: number | null
  /** Whether its tmux session was ever seen alive: only then can it vanish. */
  readonly seenAlive: boolean
  /** Requeued since it last ran: it waits for a person and does not start by itself. */
  readonly requeued: boolean
  /** A spawn began and its outcome is not committed: after a crash, a look at tmux decides. */
  readonly spawning: boolean
  /** The client whose events move the session, the first of a run; null before one spoke. */
  readonly client: Client | null
  /** Since when its client's turn is over while the command that we wrapped goes on, ISO 8601; any event ends that. */
  readonly turnEndedAt: string | null
  /** Set while a person's word alone says that it runs; whatever is heard or seen of it ends that. */
  readonly answered: GivenAnswer | null
}

/** What a change sets; everything else stays. The log keeps changes in this form. */
export type RecordChange = Omit<Partial<SessionRecord>, 'session'> & { readonly session?: Partial<Session> }

export function withChange(record: SessionRecord, change: RecordChange): SessionRecord {
  const { session, ...rest } = change
  return { ...record, ...rest, session: session === undefined ? record.session : { ...record.session, ...session } }
}

/** Who asked for a change, as the history of what happened tells it. */
export type ByWhom = { readonly kind: 'person' | 'agent'; readonly name: string }

/** One step of a session's history, as the log stores it and 'why?' shows it. */
export type HistoryEntry = {
  readonly event: MachineEvent | null
  readonly from: Session['state'] | null
  readonly to: Session['state'] | null
  readonly accepted: boolean
  readonly source: EventSource
  readonly metadata: string | null
  readonly runId: string | null
  /** Absent where nobody asked. */
  readonly who?: ByWhom | undefined
}

export type NewRecord = {
  readonly id: string
  readonly at: string
  readonly origin: SessionOrigin
  readonly agentType: string
  readonly tmuxSession: string
  readonly label: string | null
  readonly prompt: string
  readonly taskId: string | null
  readonly dependsOn: readonly string[]
  readonly workingDir: string | null
  readonly interactive: boolean
  /** Whether whoever brought it showed credentials, so that the service may run its prompt. */
  readonly runnable: boolean
  /** Of a session on a device; null there until one is chosen. */
  readonly deviceId?: string | null
  readonly harness?: string | null
}

/** What is known of a session that was at work before anybody here heard of it. */
export type FoundRecord = Pick<NewRecord, 'id' | 'at' | 'origin' | 'agentType' | 'tmuxSession' | 'deviceId' | 'harness'>

/** Nobody gave it to us: it bears the name of its terminal, and it is not for us to start it. */
export function foundRecord(found: FoundRecord): SessionRecord {
  return newRecord({
    ...found,
    label: found.tmuxSession,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: false,
  })
}

/** A session that was just created: idle, nothing seen, nothing run. */
export function newRecord(given: NewRecord): SessionRecord {
  return {
    session: {
      id: given.id,
      agent_type: given.agentType,
      tmux_session: given.tmuxSession,
      label: given.label ?? labelFrom(given.prompt, given.tmuxSession),
      prompt: given.prompt,
      task_id: given.taskId,
      depends_on: [...given.dependsOn],
      state: 'idle',
      last_activity: given.at,
      created_at: given.at,
      started_at: null,
      ended_at: null,
      exit_code: null,
      end_reason: null,
      working_dir: given.workingDir,
      interactive: given.interactive,
      origin: given.origin,
      tmux_alive: null,
      device_id: given.deviceId ?? null,
      blocked_by: [],
      harness: given.harness ?? null,
      state_since: given.at,
      cause: null,
      last_message: null,
      runnable: given.runnable,
      stopping: null,
    },
    runId: null,
    tmuxId: null,
    tmuxCreatedMs: null,
    seenAlive: false,
    requeued: false,
    spawning: false,
    client: null,
    turnEndedAt: null,
    answered: null,
  }
}

/** Longest label made from a prompt, in characters: what fits the first line of a card. */
const madeLabelLimit = 80

/** A session without a label is called by the first line of its prompt, else by its tmux name. */
export function labelFrom(prompt: string, tmuxSession: string): string {
  const line =
    prompt
      .split('\n')
      .find((text) => text.trim() !== '')
      ?.trim() ?? tmuxSession
  return shortened(line, madeLabelLimit)
}
