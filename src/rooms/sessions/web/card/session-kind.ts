// Sessions as cards of the board.
import { Eraser } from 'lucide-react'
import { lateActions } from '#platform/web/actions/late-actions.ts'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { createGrouping } from '#platform/web/store/grouping.ts'
import { narrowStore } from '#platform/web/store/narrow-store.ts'
import type { CardKind } from '#rooms/board/web/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { SessionCard as Session } from '../../contract.ts'
import { factsOf, statesOfColumn, textsOf } from '../../core/list/on-board.ts'
import { isOnBoard } from '../../core/lives-here.ts'
import { clearCompleted } from '../actions/dismiss.ts'
import { placeNameOf } from '../places.ts'
import { sessions } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import { SessionCard } from './session-card.tsx'

const SessionRow = lazyPart(() => import('./session-row.tsx').then(({ SessionRow }) => SessionRow), null)

/** Without the assistant's runs. */
const onBoard = narrowStore(sessions, isOnBoard)

/** Sessions by the task that they work on. */
export const sessionsByTask = createGrouping(sessions, (session) => session.task_id)

/** Usual heights in pixels; a session that waits for a person shows its actions. */
const usualPx = 104
const usualWaitingPx = 180

export function sessionKind(taskOf: (id: string) => TaskCard | null): CardKind<Session> {
  return {
    name: 'session',
    panel: 'session',
    plural: 'sessions',
    prefix: '',
    store: onBoard,
    states: statesOfColumn,
    factsOf,
    titleOf,
    textsOf: (card) => [...textsOf(card), placeNameOf(card)],
    // A blocked task rests while a session on it calls.
    touches: ({ before, after }) =>
      before !== null && after !== null && before.state === after.state && before.task_id === after.task_id
        ? []
        : [before?.task_id, after?.task_id].filter((task) => task !== null && task !== undefined),
    byTask: sessionsByTask,
    usualHeightOf: (state) => (state === 'awaiting_review' ? usualWaitingPx : usualPx),
    Card: SessionCard,
    Row: SessionRow,
    actions: lateActions(() => import('../actions/session-actions.ts').then(({ sessionActions }) => sessionActions)),
    fetchDrops: () => import('./session-drop.ts').then(({ sessionDrops }) => sessionDrops(taskOf)),
    clearing: {
      column: 'review',
      state: 'completed',
      icon: Eraser,
      run: (ids) => clearCompleted(ids.flatMap((id) => sessions.get(id) ?? [])),
    },
  }
}
