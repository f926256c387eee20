// Hears from the live feed that something happened: the list of activity then looks for it at once.
import { listenTo, type Follower } from '#platform/web/live/follower.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { liveInbox } from '#rooms/inbox/api.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import { liveTasks } from '#rooms/tasks/api.ts'
import { liveLanes } from '#rooms/triage/api.ts'

/** Grows with each frame that tells of a session, a task, a lane or what needs a person. */
export const happened = createValue(0)

const tell = (): void => happened.set(happened.get() + 1)

export const happenings: readonly Follower[] = [liveSessions, liveTasks, liveLanes, liveInbox].map((kind) =>
  listenTo<unknown>(kind, { onAll: tell, onChanges: tell }),
)
