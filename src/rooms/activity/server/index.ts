// The activity as app/ wires it.
import type { Ground } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { auditActivity } from './audit-source.ts'
import type { ActivityLogs } from './logs.ts'
import { mountActivity } from './routes.ts'
import { createGapWatch } from './watch-gaps.ts'

/** The parts of the ground that this room stands on. */
export type ActivityGround = Pick<Ground, 'database' | 'clock' | 'timers' | 'audit'>

/** Opened after the rooms whose logs it reads; of its own it keeps only when the service did not run. */
export function openActivityRoom(ground: ActivityGround, { sources, namesOfAgents }: ActivityLogs): Room {
  const { database, clock } = ground
  const gaps = createGapWatch(ground)
  const logs = { sources: [...sources, auditActivity(database)], namesOfAgents }
  return {
    mount: (api) => mountActivity(api, { logs, clock }),
    start: () => gaps.start(),
    stop: () => gaps.stop(),
    async [Symbol.asyncDispose]() {},
  }
}
