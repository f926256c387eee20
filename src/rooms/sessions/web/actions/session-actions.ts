// All that a person can do with sessions, one or several.
import {
  ArrowRight,
  Check,
  CornerUpRight,
  Copy,
  Link2,
  ListRestart,
  PanelRight,
  Play,
  RotateCcw,
  Square,
  SquareTerminal,
  Terminal,
  X,
} from 'lucide-react'
import { resumable } from '#base/harness/resumable.ts'
import type { ObjectAction } from '#platform/web/actions/object-action.ts'
import type { ActionOutcome } from '#platform/web/actions/outcome.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import type { ColumnId } from '#rooms/board/contract.ts'
import type { SessionCard, SessionState } from '../../contract.ts'
import { isTerminal, nextState } from '../../core/machine.ts'
import { columnOf, stateAskedBy } from '../../core/list/on-board.ts'
import { openTerminal } from '../attach/open-terminal.ts'
import { orreryAttach } from '../attach/commands-to-copy.ts'
import { openLaunch } from '../launch/launch-state.ts'
import { openStartAfter, sessionOverlay } from '../overlays/session-overlay.ts'
import { askStop } from '../overlays/stop-question.ts'
import { titleOf } from '../../core/list/title.ts'
import { hrefOfSession, openSession } from '../session-url.ts'
import { askFor, askToResume, askToStop } from './actions.ts'
import { dismissSessions } from './dismiss.ts'
import { moveSessions } from './move.ts'
import { quickActionsOf, type QuickAction } from './quick-actions.ts'

type Action = ObjectAction<SessionCard>
type Face = Pick<Action, 'id' | 'label' | 'icon' | 'group' | 'isFilled'>

export const sessionActions: readonly Action[] = [
  toColumn('queued', 'Queued'),
  toColumn('active', 'Active'),
  toColumn('review', 'Review'),
  each({ ...face('resume', 'Resume', Play), fits: offers('resume') }, 'resumed', (card) => askFor(card, 'user.resume')),
  each({ ...face('start', 'Start', Play), fits: inState('idle') }, 'started', (card) => askFor(card, 'start')),
  each({ ...face('restart', 'Restart', RotateCcw), fits: offers('restart') }, 'restarted', (card) =>
    askFor(card, 'start'),
  ),
  each({ ...face('resume-conversation', 'Resume conversation', Play), fits: hadConversation }, 'resumed', askToResume),
  {
    ...each({ ...face('stop', 'Stop', Square), isFilled: true, fits: offers('stop') }, 'stopped', askToStop),
    ask: askStop,
  },
  { ...face('dismiss', 'Dismiss', X), fits: offers('dismiss'), how: 'tell', run: dismissSessions },
  each(
    { ...face('requeue', 'Put back in the queue', ListRestart), fits: canRequeue },
    'put back in the queue',
    (card) => askFor(card, 'user.requeue'),
  ),
  { ...face('attach', 'Attach', Terminal), fits: offers('attach'), how: 'tell', run: attachAll },
  open(face('open', 'Open', PanelRight), ({ id }) => openSession(id)),
  {
    ...open(face('attach-elsewhere', 'Attach in a terminal of your own', SquareTerminal), ({ id }, anchor) =>
      sessionOverlay.set({ kind: 'attach', id, anchor }),
    ),
    fits: offers('attach'),
  },
  {
    ...open(face('launch-after', 'Launch agent after this…', CornerUpRight), ({ task_id: task }) =>
      openLaunch(task === null ? {} : { dependsOn: [task] }),
    ),
    fits: ({ task_id: task }) => task !== null,
  },
  open(face('start-after', 'Start after…', Link2), ({ id }, anchor) => openStartAfter(id, anchor)),
  open(face('why', 'Why is it in this state?', Check), ({ id }, anchor) =>
    sessionOverlay.set({ kind: 'why', id, anchor }),
  ),
  copy('copy.attach', 'Copy attach command', orreryAttach),
  copy('copy.id', 'Copy id', ({ id }) => id),
  copy('copy.link', 'Copy link to this panel', ({ id }) => location.origin + hrefOfSession(id)),
]

function toColumn(column: ColumnId, title: string): Action {
  return {
    ...face(`move.${column}`, `Move to ${title}`, ArrowRight),
    group: 'move',
    how: 'do',
    verb: `moved to ${title}`,
    tone: stateAskedBy[column],
    fits: ({ state }) => columnOf(state) !== column,
    run: (cards) => moveSessions(cards, stateAskedBy[column]),
  }
}

type Fitting = Face & Pick<Action, 'fits'>

/** Asked for each by itself: what one is refused is done to the others all the same. */
function each(
  fitting: Fitting,
  verb: string,
  ask: (card: SessionCard) => Promise<Problem | null>,
): Extract<Action, { how: 'do' }> {
  return { ...fitting, how: 'do', verb, tone: 'running', run: (cards) => onEach(cards, ask) }
}

async function onEach(
  cards: readonly SessionCard[],
  ask: (card: SessionCard) => Promise<Problem | null>,
): Promise<ActionOutcome> {
  const answers = await Promise.all(cards.map(async (card) => ({ title: titleOf(card), problem: await ask(card) })))
  return {
    done: answers.flatMap(({ title, problem }) => (problem === null ? [title] : [])),
    refused: answers.flatMap(({ title, problem }) => (problem === null ? [] : [{ title, problem }])),
    undo: null,
  }
}

function open(shown: Face, run: (card: SessionCard, anchor: Element) => void): Action {
  return { ...shown, how: 'open', fits: () => true, run }
}

function copy(id: string, label: string, textOf: (card: SessionCard) => string): Action {
  return { ...open(face(id, label, Copy), (card) => void copyText(textOf(card))), group: 'copy' }
}

function face(id: string, label: string, icon: Face['icon']): Face {
  return { id, label, icon, group: 'act' }
}

/** As its card shows it. */
function offers(action: QuickAction): (card: SessionCard) => boolean {
  return (card) => quickActionsOf(card).includes(action)
}

function inState(wanted: SessionState): (card: SessionCard) => boolean {
  return ({ state }) => state === wanted
}

/** What its client told of it the service knows: it says so where there was none. */
function hadConversation({ harness, origin, state }: SessionCard): boolean {
  return origin === 'launched' && isTerminal(state) && resumable.includes(harness ?? '')
}

function canRequeue({ state }: SessionCard): boolean {
  return nextState(state, 'user.requeue') !== null
}

function attachAll(cards: readonly SessionCard[]): void {
  for (const { id } of cards) openTerminal(id)
}
