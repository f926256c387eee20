// Tasks as cards of the board, and as the plan that gives the board its lanes.
import type { CardKind } from '#rooms/board/web/contract.ts'
import { lateActions } from '#platform/web/actions/late-actions.ts'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { TaskCard as Task } from '../../contract.ts'
import { factsOf, placeInPlan, statusesOfColumn, textsOf, touchedBy } from '../../core/on-board.ts'
import type { TaskHands } from '../task-actions.ts'
import { tasks } from '../task-store.ts'
import { createDoneTasks } from '../done-tasks.ts'
import { LaneEnd, LaneProgress } from './lane-parts.tsx'
import { TaskCard } from './task-card.tsx'

const TaskRow = lazyPart(() => import('./task-row.tsx').then(({ TaskRow }) => TaskRow), null)
const DoneRow = lazyPart(() => import('./done-row.tsx').then(({ DoneRow }) => DoneRow), null)
const Bulk = lazyPart(() => import('./bulk-bar.tsx').then(({ BulkBar }) => BulkBar), null)

const doneTasks = createDoneTasks(tasks, () => Date.now())

/** Of most tasks, in pixels. */
const usualPx = 64

export function taskKind(hands: TaskHands): CardKind<Task> {
  return {
    name: 'task',
    panel: 'task',
    plural: 'tasks',
    prefix: 'task:',
    store: tasks,
    states: statusesOfColumn,
    factsOf,
    titleOf: ({ title }) => title,
    textsOf,
    touches: (change) => touchedBy(change, tasks.get),
    plan: {
      placeOf: (id) => {
        const task = tasks.get(id)
        return task === null ? null : placeInPlan(task, tasks.get)
      },
      LaneProgress,
      LaneEnd,
    },
    usualHeightOf: () => usualPx,
    Card: TaskCard,
    Row: TaskRow,
    actions: lateActions(() => import('../task-actions.ts').then(({ taskActions }) => taskActions(hands))),
    done: { ids: doneTasks, Row: DoneRow },
    Bulk,
    fetchDrops: () => import('./task-drop.ts').then(({ taskDrops }) => taskDrops),
  }
}
