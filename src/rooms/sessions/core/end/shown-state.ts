// What is shown in the place of a state: a stop under way and its end are told apart from a failure.
import type { Session, SessionState } from '../../contract.ts'
import { wasStopped } from '../end/was-stopped.ts'

export type ShownState = SessionState | 'stopping' | 'it_goes_on' | 'stopped_by_you'

type Shown = Pick<Session, 'state' | 'end_reason' | 'stopping'>

export function shownStateOf(session: Shown): ShownState {
  const { stopping } = session
  if (stopping !== null) return stopping.left !== null && stopping.forced_at === null ? 'it_goes_on' : 'stopping'
  return wasStopped(session) ? 'stopped_by_you' : session.state
}
