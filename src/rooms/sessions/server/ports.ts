// What the sessions room needs from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { SessionMove, TaskStatus } from '#rooms/tasks/contract.ts'
import type { AroundNeed } from '../core/list/need.ts'
import type { MachineEvent, Session } from '../contract.ts'

/** What this room is opened with, besides its ground. */
export type SessionsPorts = { readonly tasks: TaskPort & AroundNeed; readonly hooks: HooksPort }

/** The hooks room as sessions see it. */
export type HooksPort = {
  readonly machineEventOf: MachineEventOf
  readonly drain: DrainQueue
  /**
   * Before an agent of this harness starts. Answers what its command needs for its hooks to run, however that went, and never
   * rejects: an agent starts without hooks, too.
   */
  readonly ensureHooks: (
    harness: string | null,
    env: Readonly<Record<string, string>>,
  ) => Promise<{ readonly arguments: readonly string[] }>
  /** Takes a session that is gone out of the queue. Never rejects. */
  readonly removeSessionEvents: (session: { readonly sessionId: string; readonly tmuxSession: string }) => Promise<void>
}

/** The task store as sessions see it. */
export type TaskPort = {
  /** The task's status, or null for an id that the store does not know. */
  readonly statusOf: (taskId: string) => TaskStatus | null
  /** The status and since when the task has it, ISO 8601; null for an id that the store does not know. */
  readonly standingOf: (taskId: string) => { readonly status: TaskStatus; readonly since: string } | null
  /**
   * Moves a linked task after its session; a task that a person closed stays as it is. Takes effect for `statusOf` at once,
   * is written with all else that this turn of the event loop writes, and committed when a promise resolves, which never
   * rejects.
   */
  readonly follow: (taskId: string, status: TaskStatus, move: SessionMove) => void | Promise<void>
}

/** Devices as sessions see them. What runs there is started, and asked to end, by rows that stay until the device knows. */
export type DevicesPort = {
  /**
   * The device that a start goes to now. `model`: the one that a new session asks for. Refuses `no_device`, `device_offline` and
   * `not_found`; then nothing may change.
   */
  readonly placeOf: (session: Session, model?: string | null) => Result<string, Refusal>
  /** What a device is called; null for one that is not known. */
  readonly nameOf: (deviceId: string) => string | null
  readonly start: (session: Session, runId: string) => Alongside
  readonly cancel: (sessionId: string, runId: string) => Alongside
}

/** Null where a session may start now, else why not and what to do. `id`: null for one that is not made yet. */
export type MayStart = (session: Pick<Session, 'agent_type'> & { readonly id: string | null }) => Refusal | null

/** The machine event of a machine or hook event name, or null for a name that is neither (hooks' event map). */
export type MachineEventOf = (name: string) => MachineEvent | null

/**
 * Delivers queued hook events now, so that what agents reported is known before their terminals are judged. False when some
 * are held up: then nobody's terminal may be judged.
 */
export type DrainQueue = () => Promise<boolean>
