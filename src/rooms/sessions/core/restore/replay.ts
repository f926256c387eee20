// Rebuilds records from the log: a starting point, and the rows that came after it.
import type { DismissedName, StoredChange, StoredSession } from '../../contract/stored.ts'
import { withChange, type SessionRecord } from '../record.ts'
import { fromStored, fromStoredChange } from './stored-session.ts'

export type ReplayState = {
  readonly records: Map<string, SessionRecord>
  readonly dismissed: Map<string, DismissedName>
}

export type ReplayStep =
  | { readonly kind: 'created'; readonly session: StoredSession }
  | { readonly kind: 'change'; readonly sessionId: string; readonly change: StoredChange }
  | { readonly kind: 'removed'; readonly sessionId: string; readonly dismissed: DismissedName | null }

/** Applies one step to `state`, in place. A change of a session that is not there is left out: its removal came first. */
export function replay(state: ReplayState, step: ReplayStep, nowMs: number): void {
  switch (step.kind) {
    case 'created':
      state.records.set(step.session.id, fromStored(step.session, nowMs))
      return
    case 'change': {
      const record = state.records.get(step.sessionId)
      if (record !== undefined) state.records.set(step.sessionId, withChange(record, fromStoredChange(step.change)))
      return
    }
    case 'removed':
      state.records.delete(step.sessionId)
      if (step.dismissed !== null) state.dismissed.set(step.dismissed.tmux_session, step.dismissed)
  }
}
