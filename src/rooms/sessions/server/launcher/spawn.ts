// What starting an agent takes and brings.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { Session } from '../../contract.ts'

/** A session to start, and the id that marks this start in its environment and in its reports. */
export type SpawnRequest = {
  readonly session: LaunchedSession
  readonly runId: string
  /** A model that its client is to use; its own default otherwise. */
  readonly model?: string | null
  /** The client's own id of a conversation to go on with. */
  readonly conversation?: string | null
  /** Variables that its process alone gets, by a file that is gone before it begins. */
  readonly secrets?: Readonly<Record<string, string>>
}
/** What a launch needs of its session. */
export type LaunchedSession = Pick<
  Session,
  'id' | 'agent_type' | 'tmux_session' | 'label' | 'prompt' | 'task_id' | 'working_dir' | 'interactive'
>
/** The terminal that was opened. */
export type Spawned = TmuxIdentity

/** Starts a session's agent in tmux. Refuses with `session_exists`, `tmux_missing`, `tmux_unavailable`, `storage_unavailable`, `invalid_request`. */
export type Spawn = (request: SpawnRequest) => Promise<Result<Spawned, Refusal>>
