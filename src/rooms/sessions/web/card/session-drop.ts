// What dropping a session's card does: on a column it asks for a state, on another card it waits for a task.
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { ColumnId } from '#rooms/board/contract.ts'
import type { CardDrops, Drop, DropPlace, WaitAsked } from '#rooms/board/web/contract.ts'
import type { SessionCard, SessionState } from '../../contract.ts'
import { eventTowards, nextState } from '../../core/machine.ts'
import { columnOf, stateAskedBy } from '../../core/list/on-board.ts'
import { titleOf } from '../../core/list/title.ts'
import { moveSession } from '../actions/move.ts'
import { addStartAfter, whyNotAfter, type TaskOf } from '../overlays/start-after.ts'

/** For the board; `taskOf` tells the tasks that sessions may wait for. */
export function sessionDrops(taskOf: TaskOf): CardDrops<SessionCard> {
  const waitParts: WaitParts = {
    titleOfTask: (id) => taskOf(id)?.title ?? id,
    whyNot: (session, task) => whyNotAfter(session, task, taskOf),
    link: (session, task) => addStartAfter(session, task, taskOf),
  }
  return {
    dropOn: (session, place) => dropOfSession(session, place, moveSession),
    waitFor: (session, asked) => waitOfSession(session, asked, waitParts),
  }
}

/** The service has the last word: `move` is asked also where it will refuse, so that its reason is told. */
export function dropOfSession(
  session: SessionCard,
  { column, columnTitle }: DropPlace,
  move: (session: SessionCard, wanted: SessionState) => void,
): Drop {
  if (columnOf(session.state) === column) return { kind: 'stay', text: 'It stays here' }
  const wanted = stateAskedBy[column]
  const state = nextState(session.state, eventTowards(wanted, session.state))
  const from = lower(wordsForState(session.state))
  const run = () => move(session, wanted)
  if (state === null) {
    return { kind: 'refused', text: `Not from here: a session that is ${from} cannot go to ${columnTitle}`, run }
  }
  return { kind: 'move', text: `Drop to ${verbs[column]}: ${from} → ${lower(wordsForState(state))}`, run }
}

const verbs: Readonly<Record<ColumnId, string>> = {
  queued: 'put back in the queue',
  active: 'set to work',
  review: 'send to review',
}

export type WaitParts = {
  readonly titleOfTask: (id: string) => string
  /** Why the session cannot wait for that task, as a sentence; null when it can. */
  readonly whyNot: (session: SessionCard, task: string) => string | null
  readonly link: (session: SessionCard, task: string) => void
}

/** Only a queued session waits; a drag of any other one means a column. */
export function waitOfSession(session: SessionCard, { task, dragged }: WaitAsked, parts: WaitParts): Drop | null {
  if (session.state !== 'idle') return null
  if (task === null) return { kind: 'refused', text: 'Not linked: that agent works on no task to wait for' }
  const reason = parts.whyNot(session, task)
  if (reason !== null) return { kind: 'refused', text: `Not linked: ${lowerFirst(reason)}` }
  const said = {
    card: `starts after “${parts.titleOfTask(task)}”`,
    task: `“${titleOf(session)}” starts after this`,
  }
  return { kind: 'link', text: `Drop to link: ${said[dragged]}`, run: () => parts.link(session, task) }
}

function lower(words: string): string {
  return words.toLowerCase()
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
