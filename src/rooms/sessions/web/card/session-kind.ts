// Sessions as cards of the board.
import { Eraser } from 'lucide-react'
import { lazy } from 'react'
import { createGrouping } from '#platform/web/store/grouping.ts'
import type { CardKind } from '#rooms/board/web/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { SessionCard as Session } from '../../contract.ts'
import { factsOf, statesOfColumn, textsOf } from '../../core/on-board.ts'
import { clearCompleted } from '../dismiss.ts'
import { moveSession } from '../move.ts'
import { sessions } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { addStartAfter, whyNotAfter } from '../start-after.ts'
import { SessionCall } from './session-call.tsx'
import { SessionCard } from './session-card.tsx'
import { dropOfSession, waitOfSession, type WaitParts } from './session-drop.ts'
import { SessionRow } from './session-row.tsx'

/** Sessions by the task that they work on. */
export const sessionsByTask = createGrouping(sessions, (session) => session.task_id)

const Menu = lazy(() => import('./session-menu.tsx').then(({ SessionMenu }) => ({ default: SessionMenu })))

/** Usual heights in pixels; a session that waits for a person shows its actions. */
const usualPx = 104
const usualWaitingPx = 136

export function sessionKind(taskOf: (id: string) => TaskCard | null): CardKind<Session> {
  const waitParts: WaitParts = {
    titleOfTask: (id) => taskOf(id)?.title ?? id,
    whyNot: (session, task) => whyNotAfter(session, task, taskOf),
    link: (session, task) => addStartAfter(session, task, taskOf),
  }
  return {
    name: 'session',
    plural: 'sessions',
    prefix: '',
    store: sessions,
    states: statesOfColumn,
    factsOf,
    titleOf,
    textsOf,
    // A blocked task rests while a session on it calls.
    touches: ({ before, after }) =>
      before !== null && after !== null && before.state === after.state && before.task_id === after.task_id
        ? []
        : [before?.task_id, after?.task_id].filter((task) => task !== null && task !== undefined),
    byTask: sessionsByTask,
    usualHeightOf: (state) => (state === 'awaiting_review' ? usualWaitingPx : usualPx),
    Card: SessionCard,
    Call: SessionCall,
    Row: SessionRow,
    Menu,
    dropOn: (session, place) => dropOfSession(session, place, moveSession),
    waitFor: (session, asked) => waitOfSession(session, asked, waitParts),
    clearing: {
      column: 'review',
      state: 'completed',
      icon: Eraser,
      run: (ids) => clearCompleted(ids.flatMap((id) => sessions.get(id) ?? [])),
    },
  }
}
