// Moves a card to a column, and says beforehand what that would do.
import type { Outlook } from '#platform/web/drag/drag-parts.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { ChangeTask, TaskCard } from '#rooms/tasks/contract.ts'
import { columnOfSession, columnOfTask, columns, type ColumnId } from '../../core/columns.ts'
import { sessionStateOf, taskStatusOf } from '../../core/drops.ts'
import { readKey, type CardKey } from '../../core/keys.ts'
import { ancestorsOf, laneOf, ungrouped } from '../../core/lanes.ts'
import { linkCards, outlookOfLink } from './link-cards.ts'
import type { BoardPorts } from '../ports.ts'

export type Target = {
  readonly column: ColumnId
  /** The lane that the card is dropped in; left out where lanes play no part. */
  readonly lane?: string
  /** The card that is meant, and not the column that it stands in. */
  readonly card?: CardKey
}

/** Null is beside every column: only a card that is gone has something to be said of then. */
export function moveCard(ports: BoardPorts, key: CardKey, target: Target | null): void {
  const { kind, id } = readKey(key)
  if (target?.card !== undefined) return linkCards(ports, key, target.card)
  if (kind === 'session') {
    const session = ports.sessions.get(id)
    if (session === null) return sayGone('session')
    if (target === null || columnOfSession(session.state) === target.column) return
    return ports.moveSession(session, sessionStateOf[target.column])
  }
  const task = ports.tasks.get(id)
  if (task === null) return sayGone('task')
  if (target === null) return
  const change = changeOf(ports, task, target)
  if (Object.keys(change).length > 0) ports.changeTask(task, change, 'Not moved')
}

/** What dropping the card there would do. The service has the last word. */
export function outlookOf(ports: BoardPorts, key: CardKey, target: Target): Outlook {
  const { kind, id } = readKey(key)
  const link = target.card === undefined ? null : outlookOfLink(ports, key, target.card)
  if (link !== null) return link
  if (kind === 'session') {
    const session = ports.sessions.get(id)
    return session === null
      ? { kind: 'refused', text: 'This session is gone' }
      : outlookOfSession(ports, session, target)
  }
  const task = ports.tasks.get(id)
  return task === null ? { kind: 'refused', text: 'This task is gone' } : outlookOfTask(ports, task, target)
}

function outlookOfSession(ports: BoardPorts, session: SessionCard, { column }: Target): Outlook {
  if (columnOfSession(session.state) === column) return { kind: 'stay', text: 'It stays here' }
  const state = ports.sessionLeadsTo(session, sessionStateOf[column])
  const from = lower(wordsForState(session.state))
  if (state === null) {
    return { kind: 'refused', text: `Not from here: a session that is ${from} cannot go to ${nameOf(column)}` }
  }
  return { kind: 'move', text: `Drop to ${verbs[column]}: ${from} → ${lower(wordsForState(state))}` }
}

const verbs: Readonly<Record<ColumnId, string>> = {
  queued: 'put back in the queue',
  active: 'set to work',
  review: 'send to review',
}

function outlookOfTask(ports: BoardPorts, task: TaskCard, target: Target): Outlook {
  const { status, parent } = changeOf(ports, task, target)
  const where = parent === undefined ? null : `to “${ports.tasks.get(parent ?? '')?.title ?? 'Ungrouped'}”`
  const what = status === undefined ? null : `${lower(wordsForState(task.status))} → ${lower(wordsForState(status))}`
  const parts = [where, what].filter((part) => part !== null)
  return parts.length === 0
    ? { kind: 'stay', text: 'It stays here' }
    : { kind: 'move', text: `Drop to move: ${parts.join(', ')}` }
}

/** Within its column a task keeps its status; dropped in another lane it goes below that epic. */
function changeOf(ports: BoardPorts, task: TaskCard, { column, lane }: Target): Pick<ChangeTask, 'status' | 'parent'> {
  const here = laneOf(task, ancestorsOf(task, ports.tasks.get))
  const isElsewhere = lane !== undefined && lane !== here && task.type !== 'epic'
  return {
    ...(columnOfTask(task.status) === column ? {} : { status: taskStatusOf[column] }),
    ...(isElsewhere ? { parent: lane === ungrouped ? null : lane } : {}),
  }
}

function sayGone(what: string): void {
  toast({ tone: 'failed', title: `Not moved: the ${what} is gone.` })
}

function nameOf(column: ColumnId): string {
  return columns.find(({ id }) => id === column)?.title ?? column
}

function lower(words: string): string {
  return words.toLowerCase()
}
