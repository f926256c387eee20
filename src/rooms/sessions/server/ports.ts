// What the sessions room needs from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { LaunchRequest, MachineEvent, Session } from '../contract.ts'

/** The task store as sessions see it. */
export type TaskPort = {
  /** The task's status, or null for an id that the store does not know. */
  readonly statusOf: (taskId: string) => TaskStatus | null
  /** The status and since when the task has it, ISO 8601; null for an id that the store does not know. */
  readonly standingOf: (taskId: string) => { readonly status: TaskStatus; readonly since: string } | null
  /**
   * Moves a linked task after its session; a task that a person closed stays as it is. Takes effect for `statusOf` at once
   * and is committed when a promise resolves, which never rejects.
   */
  readonly follow: (taskId: string, status: TaskStatus, sessionId: string) => void | Promise<void>
}

export type SpawnRequest = { readonly session: Session; readonly runId: string }
/** The terminal that was opened. */
export type Spawned = TmuxIdentity

/** Starts a session's agent in tmux. Refuses with `session_exists`, `tmux_missing`, `tmux_unavailable`, `storage_unavailable`, `invalid_request`. */
export type Spawn = (request: SpawnRequest) => Promise<Result<Spawned, Refusal>>

/**
 * Removes what a session left behind outside this room: queued events, the files of its launch, and its output unless that
 * is to outlive the card.
 */
export type ForgetArtifacts = (session: Session, output: { readonly log: 'keep' | 'remove' }) => Promise<void>

/** A launch request that passed every check and whose defaults are filled in. */
export type LaunchPlan = {
  readonly agentType: string
  /** Given and free of what tmux would change, or null: a name is made. */
  readonly sessionName: string | null
  /** Absolute, an existing directory. */
  readonly workingDir: string
  readonly prompt: string
  readonly interactive: boolean
}

/** Checks what can be known before a session exists. Refuses with `invalid_request` and field details. */
export type PlanLaunch = (request: LaunchRequest) => Promise<Result<LaunchPlan, Refusal>>

/** The machine event of a machine or hook event name, or null for a name that is neither (hooks' event map). */
export type MachineEventOf = (name: string) => MachineEvent | null

/**
 * Delivers queued hook events now, so that what agents reported is known before their terminals are judged. False when some
 * are held up: then nobody's terminal may be judged.
 */
export type DrainQueue = () => Promise<boolean>
