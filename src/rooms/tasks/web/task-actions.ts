// All that a person can do with tasks, one or several.
import {
  ArrowRight,
  Ban,
  Check,
  Copy,
  CornerUpRight,
  Inbox,
  PanelRight,
  Plus,
  Signal,
  Trash2,
  Waypoints,
} from 'lucide-react'
import type { ObjectAction } from '#platform/web/actions/object-action.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import type { LaunchStart } from '#rooms/sessions/web/contract.ts'
import type { TaskCard, TaskPriority, TaskStatus } from '../contract.ts'
import { columnOf, statusAskedBy } from '../core/on-board.ts'
import { removeTasks, setOnTasks } from './actions.ts'
import { priorityChoices } from './field-choices.ts'
import { hrefOfTask, openTask } from './task-url.ts'

export type TaskHands = {
  readonly openLaunch: (start: LaunchStart) => void
  readonly openWhy: (task: string) => void
}

type Action = ObjectAction<TaskCard>

export function taskActions({ openLaunch, openWhy }: TaskHands): readonly Action[] {
  return [
    toColumn('queued', 'Queued'),
    toColumn('active', 'Active'),
    toColumn('review', 'Review'),
    toStatus('backlog', { id: 'move.backlog', label: 'Move to Backlog', icon: Inbox }),
    toStatus('blocked', { id: 'move.blocked', label: 'Block', icon: Ban }),
    toStatus('done', { id: 'done', label: 'Done', icon: Check }),
    one(face('open', 'Open', PanelRight), ({ id }) => openTask(id)),
    one(face('launch', 'Launch agent on this', Plus), ({ id }) => openLaunch({ taskId: id })),
    one(face('launch-after', 'Launch agent after this…', CornerUpRight), ({ id }) => openLaunch({ dependsOn: [id] })),
    {
      ...one(face('why', 'Why here?', Waypoints), ({ id }) => openWhy(id)),
      fits: (task) => task.current_lane !== null,
    },
    ...priorityChoices.map(toPriority),
    {
      ...face('delete', 'Delete', Trash2),
      how: 'do',
      verb: 'deleted',
      tone: 'idle',
      fits: () => true,
      run: (tasks) => removeTasks(tasks.map(({ id }) => id)),
    },
    {
      ...one(face('copy.command', 'Copy command', Copy), ({ id }) => void copyText(`orrery task show ${id}`)),
      group: 'copy',
    },
    { ...one(face('copy.id', 'Copy id', Copy), ({ id }) => void copyText(id)), group: 'copy' },
    {
      ...one(
        face('copy.link', 'Copy link to this panel', Copy),
        ({ id }) => void copyText(location.origin + hrefOfTask(id)),
      ),
      group: 'copy',
    },
  ]
}

function toColumn(column: 'queued' | 'active' | 'review', title: string): Action {
  const action = toStatus(statusAskedBy[column], { id: `move.${column}`, label: `Move to ${title}`, icon: ArrowRight })
  return { ...action, fits: ({ status }) => columnOf(status) !== column }
}

function toStatus(status: TaskStatus, { id, label, icon }: Pick<Action, 'id' | 'label' | 'icon'>): Action {
  return {
    ...face(id, label, icon),
    group: 'move',
    how: 'do',
    verb: `moved to ${status.replaceAll('_', ' ')}`,
    tone: status,
    fits: (task) => task.status !== status,
    run: (tasks) =>
      setOnTasks(
        tasks.map((task) => task.id),
        { status },
      ),
  }
}

function toPriority(priority: TaskPriority): Action {
  return {
    ...face(`priority.${priority}`, `Set priority ${priority}`, Signal),
    how: 'do',
    verb: `set to ${priority}`,
    tone: 'done',
    fits: (task) => task.priority !== priority,
    run: (tasks) =>
      setOnTasks(
        tasks.map((task) => task.id),
        { priority },
      ),
  }
}

function one(shown: ReturnType<typeof face>, run: (task: TaskCard) => void): Action {
  return { ...shown, how: 'open', fits: () => true, run }
}

function face(id: string, label: string, icon: Action['icon']): Pick<Action, 'id' | 'label' | 'icon' | 'group'> {
  return { id, label, icon, group: 'act' }
}
