// Moves a session to the state that its column stands for, as dropping its card does.
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { patchSession } from '../api.ts'
import type { SessionCard, SessionState } from '../contract.ts'
import { learnSession, sessions } from './session-store.ts'

/** Shown at once, also where it will be refused: the card snaps back with the service's reason. */
export function moveSession(session: SessionCard, wanted: SessionState): void {
  void send(session, wanted)
}

async function send(session: SessionCard, wanted: SessionState): Promise<void> {
  const since = new Date().toISOString()
  const lift = sessions.overlay(session.id, (truth) =>
    truth.state === session.state ? { ...truth, state: wanted, state_since: since } : truth,
  )
  const answer = await call(patchSession, { params: { id: session.id }, body: { state: wanted } })
  if (answer.ok) learnSession(answer.value.session)
  lift()
  if (!answer.ok) report('Not moved', answer.error, () => moveSession(session, wanted))
}
