// Tasks as cards of the board, and as the plan that gives the board its lanes.
import { lazy } from 'react'
import type { CardKind } from '#rooms/board/web/contract.ts'
import type { TaskCard as Task } from '../../contract.ts'
import { factsOf, placeInPlan, statusesOfColumn, textsOf, touchedBy } from '../../core/on-board.ts'
import { changeTask } from '../actions.ts'
import { tasks } from '../task-store.ts'
import { LaneEnd, LaneProgress } from './lane-parts.tsx'
import { TaskCall } from './task-call.tsx'
import { TaskCard } from './task-card.tsx'
import { dropOfTask } from './task-drop.ts'
import { TaskRow } from './task-row.tsx'

const Menu = lazy(() => import('./task-menu.tsx').then(({ TaskMenu }) => ({ default: TaskMenu })))
const Bulk = lazy(() => import('./bulk-bar.tsx').then(({ BulkBar }) => ({ default: BulkBar })))

/** Of most tasks, in pixels. */
const usualPx = 64

export const taskKind: CardKind<Task> = {
  name: 'task',
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
  Call: TaskCall,
  Row: TaskRow,
  Menu,
  Bulk,
  dropOn: (task, place) =>
    dropOfTask(task, place, {
      find: tasks.get,
      change: (moved, change) => void changeTask(moved, change, 'Not moved'),
    }),
}
