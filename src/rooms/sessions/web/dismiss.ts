// Dismissing takes a card away at once and the session a little later, so that it can be undone.
import { call } from '#platform/web/api/client.ts'
import { secondMs } from '#base/time.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { SessionCard } from '../contract.ts'
import { pathOf } from './actions.ts'
import { sessions } from './session-store.ts'
import { titleOf } from './session-title.ts'

/** Long enough to notice a slip and press Undo. */
const undoMs = 6 * secondMs

/** Dismissals that can still be undone; each removes itself when it is done. */
const pending = new Set<() => void>()

export function dismiss(session: SessionCard): void {
  const isSame = (truth: SessionCard) => truth.state_since === session.state_since
  const lift = sessions.overlay(session.id, (truth) => (isSame(truth) ? null : truth))
  const commit = () => {
    settle()
    const truth = sessions.truth(session.id)
    if (truth !== null && isSame(truth)) void remove(session, lift)
    else lift()
  }
  const timer = setTimeout(commit, undoMs)
  const settle = () => {
    clearTimeout(timer)
    pending.delete(commit)
    takeAway()
  }
  pending.add(commit)
  const takeAway = toast({
    tone: session.state,
    title: `Dismissed “${titleOf(session)}”.`,
    text: session.tmux_alive === true ? 'Its tmux session keeps running.' : null,
    action: {
      label: 'Undo',
      run() {
        settle()
        lift()
      },
    },
    lastsMs: undoMs,
  })
}

async function remove(session: SessionCard, lift: () => void): Promise<void> {
  const answer = await call(pathOf(session.id), { method: 'DELETE', keepalive: true })
  if (answer.ok || answer.error.status === 404) sessions.apply([{ id: session.id, value: null }])
  else report('Not dismissed', answer.error)
  lift()
}

globalThis.addEventListener('pagehide', () => {
  for (const commit of pending) commit()
})
