// What the triage room needs from others; app/ connects them.
import type { Write } from '#platform/server/db/group-commit.ts'
import type { News } from '#platform/server/db/news.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { PlacedTask, Task, TaskCard } from '#rooms/tasks/contract.ts'

/** What this room is opened with, besides its ground. */
export type TriageRoomPorts = {
  readonly tasks: Pick<TriagedTasks, 'cards' | 'task'> & {
    readonly triage: Omit<TriagedTasks, 'cards' | 'task'>
    /** Its title, or the id where it has none here. */
    readonly nameOf: (taskId: string) => string
  }
}

/** The tasks, and the columns that triage keeps on them. */
export interface TriagedTasks {
  /** Live ones in the order of their creation. */
  cards(): TaskCard[]
  /** Makes what `cards` answers in portions, with the event loop free between them: it is quick then. */
  prepareCards(): Promise<void>
  /** Null for a task that is unknown or deleted; `task` has its description, too. */
  card(id: string): TaskCard | null
  task(id: string): Promise<Task | null>
  /** The beginnings of descriptions, by id; tasks without one are left out. */
  descriptions(ids: readonly string[], length: number): Promise<ReadonlyMap<string, string>>
  /** Locks at a lane, or unlocks with null: in memory at once, in the table and at the viewers by the write answered. */
  lock(id: string, lane: string | null): Write
  /** Writes places as part of a long write, a few between two pauses. */
  place(places: readonly PlacedTask[]): Script
  /** What that write tells other services. */
  newsOf(places: readonly PlacedTask[]): readonly News[]
  /** Called after that commit: memory at once; resolves when the viewers were told. */
  placed(places: readonly PlacedTask[]): Promise<void>
}
