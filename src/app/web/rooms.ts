// The rooms of the page, in the order in which their tabs and settings stand: a room that joins adds its line here.
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { boardRoom } from '#rooms/board/web/index.ts'
import { flowRoom } from '#rooms/flow/web/index.ts'
import { mirrorRoom } from '#rooms/mirror/web/index.ts'
import { modesRoom } from '#rooms/modes/web/index.ts'
import { sessionsRoom } from '#rooms/sessions/web/index.ts'
import { tasksRoom } from '#rooms/tasks/web/index.ts'
import { triageRoom } from '#rooms/triage/web/index.ts'

export const rooms: readonly PageRoom[] = [
  boardRoom,
  sessionsRoom,
  tasksRoom,
  triageRoom,
  flowRoom,
  mirrorRoom,
  modesRoom,
]
