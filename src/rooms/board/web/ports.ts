// What the board needs from other rooms; app/web connects them.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { ChangeTask, TaskCard, TaskStatus } from '#rooms/tasks/contract.ts'
import type { BoardIndex } from './places/board-index.ts'

type OfOne = ComponentType<{ readonly id: string }>

export type BoardPorts = {
  readonly sessions: EntityStore<SessionCard>
  readonly tasks: EntityStore<TaskCard>
  /** Sessions by the task that they work on. */
  readonly links: Grouping
  readonly index: BoardIndex
  /** A session as a card of a column, as an entry of the 'needs you' strip, as a row; slim rows carry no actions. */
  readonly SessionCard: OfOne
  readonly SessionCall: OfOne
  readonly SessionRow: ComponentType<{ readonly id: string; readonly isSlim?: boolean }>
  /** The same of a task. */
  readonly TaskCard: OfOne
  readonly TaskCall: OfOne
  readonly TaskRow: OfOne
  /** Picks the task that others are put below; null for none. */
  readonly ParentPicker: ComponentType<ParentPickerProps>
  readonly openLaunch: (start?: { readonly taskId?: string; readonly dependsOn?: readonly string[] }) => void
  readonly openNewTask: (start?: { readonly parent?: string; readonly status?: TaskStatus }) => void
  readonly openTask: (id: string) => void
  /** Opens the panel, at that element, that links a session to the tasks that start it. */
  readonly openStartAfter: (id: string, anchor: Element) => void
  readonly titleOfSession: (session: SessionCard) => string
  /** Why the session cannot wait for that task, as a sentence; null when it can. */
  readonly whyNotAfter: (session: SessionCard, task: string) => string | null
  /** Makes the session wait for one more task; shown at once, refused with the reason, undone from its notice. */
  readonly addStartAfter: (session: SessionCard, task: string) => void
  /** Where asking for a state leads, or null where no arrow does. */
  readonly sessionLeadsTo: (session: SessionCard, wanted: SessionState) => SessionState | null
  /** Both show the move at once and snap back with the reason when it is refused. */
  readonly moveSession: (session: SessionCard, wanted: SessionState) => void
  /** Takes the completed ones among these off the board, with one Undo. */
  readonly clearCompleted: (shown: readonly SessionCard[]) => void
  readonly changeTask: (task: TaskCard, change: ChangeTask, failure: string) => void
  readonly changeTasks: (ids: readonly string[], change: BulkChange) => void
  readonly removeTasks: (ids: readonly string[]) => void
  /** What triage ranked first; draws nothing while that is nothing. */
  readonly NowBlock: ComponentType
}

export type BulkChange = Pick<ChangeTask, 'status' | 'priority' | 'parent'>

export type ParentPickerProps = {
  readonly label: ReactNode
  readonly value: string | null
  /** The type of what is put below: decides which parents fit. */
  readonly type: TaskCard['type']
  readonly onPick: (parent: string | null) => void
}

export const BoardPortsContext = createContext<BoardPorts | null>(null)

export function usePorts(): BoardPorts {
  const ports = useContext(BoardPortsContext)
  if (ports === null) throw new Error('the board is shown without its ports')
  return ports
}
