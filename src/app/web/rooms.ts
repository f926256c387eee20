// The rooms of the page, in the order in which their tabs and settings stand: a room that joins adds its line here, or in
// fabric-rooms.ts if it is for fabric mode alone.
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { activityRoom } from '#rooms/activity/web/index.ts'
import { approvalsRoom } from '#rooms/approvals/web/index.ts'
import { boardRoom } from '#rooms/board/web/index.ts'
import { flowRoom } from '#rooms/flow/web/index.ts'
import { homeRoomAt } from '#rooms/home/web/index.ts'
import { inboxRoom } from '#rooms/inbox/web/index.ts'
import { mirrorRoom } from '#rooms/mirror/web/index.ts'
import { modesRoom, readMode } from '#rooms/modes/web/index.ts'
import { notifyRoom } from '#rooms/notify/web/index.ts'
import { passkeysRoom } from '#rooms/passkeys/web/index.ts'
import { searchRoom } from '#rooms/search/web/index.ts'
import { sessionsRoom } from '#rooms/sessions/web/index.ts'
import { systemRoom } from '#rooms/system/web/index.ts'
import { tasksRoom } from '#rooms/tasks/web/index.ts'
import { transcriptsRoom } from '#rooms/transcripts/web/index.ts'
import { triageRoom } from '#rooms/triage/web/index.ts'

const ofBothModes: readonly PageRoom[] = [
  homeRoomAt('/'),
  boardRoom,
  inboxRoom,
  approvalsRoom,
  activityRoom,
  sessionsRoom,
  tasksRoom,
  triageRoom,
  flowRoom,
  mirrorRoom,
  systemRoom,
  modesRoom,
  searchRoom,
  notifyRoom,
  passkeysRoom,
  transcriptsRoom,
]

/** Those of this mode, once the page is open. */
export const rooms = createValue(ofBothModes)

/** Resolves once all of them are there; in legacy mode nothing is fetched. */
export async function fetchRooms(): Promise<readonly PageRoom[]> {
  if (readMode() === 'fabric') {
    const { connectFabric, withFabric } = await import('./fabric-rooms.ts')
    connectFabric()
    rooms.set(withFabric(ofBothModes))
  }
  return rooms.get()
}
