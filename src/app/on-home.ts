// What stands on Home, in the order in which it is read: a room that has something to say there adds its line here.
import type { Flow } from '#rooms/flow/server/index.ts'
import type { HomePorts } from '#rooms/home/server/index.ts'
import type { Hooks } from '#rooms/hooks/server/index.ts'
import type { InboxRoom } from '#rooms/inbox/server/index.ts'
import type { Sessions } from '#rooms/sessions/server/index.ts'
import type { TasksRoom } from '#rooms/tasks/server/index.ts'
import type { TriageRoom } from '#rooms/triage/server/index.ts'

export type HomeSources = Pick<HomePorts, 'look'> & {
  readonly inbox: Pick<InboxRoom, 'onHome'>
  readonly triage: Pick<TriageRoom, 'nowOnHome'>
  readonly flow: Pick<Flow, 'onHome'>
  readonly sessions: Pick<Sessions, 'onHome'>
  readonly hooks: Pick<Hooks, 'stepOnHome'>
  readonly tasks: Pick<TasksRoom, 'stepOnHome'>
}

export function onHomeOf({ inbox, triage, flow, sessions, hooks, tasks, look }: HomeSources): HomePorts {
  const { finished, running, waiting, launchStep, counts } = sessions.onHome
  return {
    blocks: [inbox.onHome.needs, triage.nowOnHome, flow.onHome.ran, flow.onHome.next, finished, running, waiting],
    steps: [launchStep, hooks.stepOnHome, tasks.stepOnHome],
    counts: () => ({ ...inbox.onHome.counts(), ...counts() }),
    look,
  }
}
