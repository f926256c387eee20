// What a person does to a session: shown at once, snapped back with the reason when the service refuses.
import type { Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { patchSession, stopAgent } from '../../api.ts'
import type { MachineEvent, SessionAnswer, SessionCard, StopRequest } from '../../contract.ts'
import { nextState } from '../../core/machine.ts'
import { learnSession, sessions } from '../session-store.ts'

/** Restart, retry, and the start of an idle session. */
export function start(session: SessionCard): void {
  send(session, 'start', session.state === 'idle' ? 'Not started' : 'Not restarted')
}

export function resume(session: SessionCard): void {
  send(session, 'user.resume', 'Not resumed')
}

/** Goes on with what its client and a person said. Resolves with the refusal, or null. */
export function askToResume(session: SessionCard): Promise<Problem | null> {
  const asked = { params: { id: session.id }, body: { conversation: 'resume' } } as const
  return attempt({ session, event: 'start', ask: () => call(patchSession, asked) })
}

export function requeue(session: SessionCard): void {
  send(session, 'user.requeue', 'Not put back')
}

export function stop(session: SessionCard): void {
  void orTell(() => askToStop(session), 'Not stopped')
}

/** Sends Ctrl+C to the agent's terminal; the session counts as failed. Resolves with the refusal, or null. */
export function askToStop(session: SessionCard): Promise<Problem | null> {
  const body = { session_id: session.id }
  return attempt({ session, event: 'user.cancel', ask: () => call(stopAgent, { body }) })
}

/** While a stop is under way: Ctrl+C once more. Resolves once it was answered, its refusal told. */
export function askAgain({ id }: SessionCard): Promise<void> {
  return orTell(() => tellStop({ session_id: id }), 'Ctrl+C not sent')
}

/** Ends every process of the session: TERM at once, KILL 5 s later. Resolves as `askAgain` does. */
export function forceStop({ id }: SessionCard): Promise<void> {
  return orTell(() => tellStop({ session_id: id, force: true }), 'Not stopped by force')
}

async function tellStop(body: StopRequest): Promise<Problem | null> {
  const answer = await call(stopAgent, { body })
  if (answer.ok) learnSession(answer.value.session)
  return answer.ok ? null : answer.error
}

/** Gives the session an event. Resolves with the refusal, or null. */
export function askFor(session: SessionCard, event: MachineEvent): Promise<Problem | null> {
  return attempt({ session, event, ask: () => call(patchSession, { params: { id: session.id }, body: { event } }) })
}

function send(session: SessionCard, event: MachineEvent, failure: string): void {
  void orTell(() => askFor(session, event), failure)
}

/** `failure` as in 'Not stopped'. */
async function orTell(ask: () => Promise<Problem | null>, failure: string): Promise<void> {
  const problem = await ask()
  if (problem !== null) report(failure, problem, () => void orTell(ask, failure))
}

type Attempt = {
  readonly session: SessionCard
  readonly event: MachineEvent
  readonly ask: () => Promise<Result<SessionAnswer, Problem>>
}

/** Shows where the event leads until the service has answered. */
async function attempt({ session, event, ask }: Attempt): Promise<Problem | null> {
  const state = nextState(session.state, event)
  const since = new Date().toISOString()
  const lift = sessions.overlay(session.id, (truth) =>
    state === null || truth.state !== session.state ? truth : { ...truth, state, state_since: since },
  )
  const answer = await ask()
  if (answer.ok) learnSession(answer.value.session)
  lift()
  return answer.ok ? null : answer.error
}
