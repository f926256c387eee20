// Dismissing takes a card away at once and the session a little later, so that it can be undone.
import { call } from '#platform/web/api/call.ts'
import { secondMs } from '#base/time.ts'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { removeSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { sessions } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'

/** Long enough to notice a slip and press Undo. */
const undoMs = 6 * secondMs

/** Dismissals that can still be undone; each removes itself when it is done. */
const pending = new Set<() => void>()

function addPending(commit: () => void): void {
  if (pending.size === 0) globalThis.addEventListener('pagehide', commitAll)
  pending.add(commit)
}

function forgetPending(commit: () => void): void {
  pending.delete(commit)
  if (pending.size === 0) globalThis.removeEventListener('pagehide', commitAll)
}

/** The page goes away: what was dismissed is. */
function commitAll(): void {
  for (const commit of pending) commit()
}

export function dismiss(session: SessionCard): void {
  dismissAll([session], {
    tone: session.state,
    title: `Dismissed “${titleOf(session)}”.`,
    text: session.tmux_alive === true ? 'Its tmux session keeps running.' : null,
  })
}

/** Several at once, with one notice and one Undo. */
export function dismissSessions(cards: readonly SessionCard[]): void {
  const [first, ...more] = cards
  if (first === undefined) return
  if (more.length === 0) return dismiss(first)
  dismissAll(cards, { tone: 'completed', title: `${formatCount(cards.length)} dismissed.`, text: sayAlive(cards) })
}

/** All completed sessions among these at once, with one notice and one Undo. */
export function clearCompleted(shown: readonly SessionCard[]): void {
  const completed = shown.filter(({ state }) => state === 'completed')
  const [first, ...more] = completed
  if (first === undefined) return
  if (more.length === 0) return dismiss(first)
  dismissAll(completed, {
    tone: 'completed',
    title: `Cleared ${formatCount(completed.length)} completed sessions.`,
    text: sayAlive(completed),
  })
}

function sayAlive(cards: readonly SessionCard[]): string | null {
  const alive = cards.filter(({ tmux_alive: isAlive }) => isAlive === true).length
  return alive === 0 ? null : `tmux sessions that keep running: ${formatCount(alive)}.`
}

type Said = { readonly tone: SessionCard['state']; readonly title: string; readonly text: string | null }

function dismissAll(cards: readonly SessionCard[], said: Said): void {
  const dismissals = cards.map(hide)
  const commit = () => {
    settle()
    void removeUnchanged(dismissals)
  }
  const timer = setTimeout(commit, undoMs)
  const settle = () => {
    clearTimeout(timer)
    forgetPending(commit)
    takeAway()
  }
  addPending(commit)
  const takeAway = toastWithUndo({ ...said, lastsMs: undoMs }, () => {
    settle()
    for (const { lift } of dismissals) lift()
    return null
  })
}

type Dismissal = { readonly session: SessionCard; readonly isSame: () => boolean; readonly lift: () => void }

/** Shows no card for as long as the session is as it was. */
function hide(session: SessionCard): Dismissal {
  const isSame = (truth: SessionCard | null) => truth?.state_since === session.state_since
  const lift = sessions.overlay(session.id, (truth) => (isSame(truth) ? null : truth))
  return { session, isSame: () => isSame(sessions.truth(session.id)), lift }
}

/** All are asked for at once: a page that goes away has no second turn. */
async function removeUnchanged(dismissals: readonly Dismissal[]): Promise<void> {
  const unchanged = dismissals.filter((each) => each.isSame())
  for (const each of dismissals) if (!unchanged.includes(each)) each.lift()
  await Promise.all(unchanged.map(({ session, lift }) => remove(session, lift)))
}

async function remove(session: SessionCard, lift: () => void): Promise<void> {
  const answer = await call(removeSession, { params: { id: session.id }, keepalive: true })
  if (answer.ok || answer.error.status === 404) sessions.apply([{ id: session.id, value: null }])
  else report('Not dismissed', answer.error)
  lift()
}
