// What dropping a task's card does: another column is another status, another lane another epic.
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { Drop, DropPlace } from '#rooms/board/web/contract.ts'
import type { ChangeTask, TaskCard } from '../../contract.ts'
import { ancestorsOf, columnOf, laneOf, statusAskedBy } from '../../core/on-board.ts'

type Moved = Pick<ChangeTask, 'status' | 'parent'>

type Parts = {
  readonly find: (id: string) => TaskCard | null
  readonly change: (task: TaskCard, change: Moved) => void
}

export function dropOfTask(task: TaskCard, place: DropPlace, { find, change }: Parts): Drop {
  const moved = changeOf(task, place, find)
  const where = moved.parent === undefined ? null : `to “${find(moved.parent ?? '')?.title ?? 'Ungrouped'}”`
  const what = moved.status === undefined ? null : `${words(task.status)} → ${words(moved.status)}`
  const parts = [where, what].filter((part) => part !== null)
  if (parts.length === 0) return { kind: 'stay', text: 'It stays here' }
  return { kind: 'move', text: `Drop to move: ${parts.join(', ')}`, run: () => change(task, moved) }
}

/** Within its column a task keeps its status; dropped in another lane it goes below that epic, or below none. */
function changeOf(task: TaskCard, { column, lane }: DropPlace, find: Parts['find']): Moved {
  const isElsewhere = lane !== undefined && lane !== laneOf(task, ancestorsOf(task, find)) && task.type !== 'epic'
  return {
    ...(columnOf(task.status) === column ? {} : { status: statusAskedBy[column] }),
    ...(isElsewhere ? { parent: lane === '' ? null : lane } : {}),
  }
}

function words(status: string): string {
  return wordsForState(status).toLowerCase()
}
