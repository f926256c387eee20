// What a person does to a session: shown at once, snapped back with the reason when the service refuses.
import type { Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { patchSession, stopAgent } from '../api.ts'
import type { MachineEvent, SessionAnswer, SessionCard } from '../contract.ts'
import { nextState } from '../core/machine.ts'
import { learnSession, sessions } from './session-store.ts'

/** Restart, retry, and the start of an idle session. */
export function start(session: SessionCard): void {
  send(session, 'start', session.state === 'idle' ? 'Not started' : 'Not restarted')
}

export function resume(session: SessionCard): void {
  send(session, 'user.resume', 'Not resumed')
}

export function requeue(session: SessionCard): void {
  send(session, 'user.requeue', 'Not put back')
}

/** Sends Ctrl+C to the agent's terminal; the session counts as failed. */
export function stop(session: SessionCard): void {
  const body = { session_id: session.id }
  void attempt({
    session,
    event: 'user.cancel',
    failure: 'Not stopped',
    ask: () => call(stopAgent, { body }),
  })
}

function send(session: SessionCard, event: MachineEvent, failure: string): void {
  const ask = () => call(patchSession, { params: { id: session.id }, body: { event } })
  void attempt({ session, event, failure, ask })
}

type Attempt = {
  readonly session: SessionCard
  readonly event: MachineEvent
  /** As in 'Not stopped'. */
  readonly failure: string
  readonly ask: () => Promise<Result<SessionAnswer, Problem>>
}

/** Shows where the event leads until the service has answered. */
async function attempt(wanted: Attempt): Promise<void> {
  const { session, event, failure, ask } = wanted
  const state = nextState(session.state, event)
  const since = new Date().toISOString()
  const lift = sessions.overlay(session.id, (truth) =>
    state === null || truth.state !== session.state ? truth : { ...truth, state, state_since: since },
  )
  const answer = await ask()
  if (answer.ok) learnSession(answer.value.session)
  lift()
  if (!answer.ok) report(failure, answer.error, () => void attempt(wanted))
}
