// What dropping a task's card does: another column is another status, another lane another epic.
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { CardDrops, Drop, DropPlace } from '#rooms/board/web/contract.ts'
import type { ChangeTask, TaskCard } from '../../contract.ts'
import { ancestorsOf, columnOf, laneOf, statusAskedBy } from '../../core/on-board.ts'
import { changeTask } from '../actions.ts'
import { tasks } from '../task-store.ts'

/** For the board. */
export const taskDrops: CardDrops<TaskCard> = {
  dropOn: (task, place) =>
    dropOfTask(task, place, {
      find: tasks.get,
      change: (moved, change) => void changeTask(moved, change, 'Not moved'),
    }),
}

type Moved = Pick<ChangeTask, 'status' | 'parent'>

type Parts = {
  readonly find: (id: string) => TaskCard | null
  readonly change: (task: TaskCard, change: Moved) => void
}

export function dropOfTask(task: TaskCard, place: DropPlace, { find, change }: Parts): Drop {
  const moved = changeOf(task, place, find)
  const what = moved.status === undefined ? null : `${words(task.status)} → ${words(moved.status)}`
  if (moved.parent === undefined && what === null) return { kind: 'stay', text: 'It stays here' }
  const run = () => change(task, moved)
  if (moved.parent === undefined) return { kind: 'move', text: `Drop to move: ${what}`, run }
  const where =
    moved.parent === null ? 'take it out of its parent' : `put it under “${find(moved.parent)?.title ?? moved.parent}”`
  // The parent is what a hand changes without noticing, so its sentence says how to take it back.
  return {
    kind: 'move',
    text: `Drop to ${[where, what].filter((part) => part !== null).join(', ')} (z undoes it)`,
    run,
  }
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
