// Which state a kind is drawn as.
import type { ActivityRow } from '../contract.ts'

const states: Readonly<Record<string, string>> = {
  'session.launched': 'running',
  'session.started': 'running',
  'session.resumed': 'running',
  'session.answered': 'running',
  'session.working': 'running',
  'session.waiting': 'awaiting_review',
  'session.completed': 'completed',
  'session.stopped': 'stopped_by_you',
  'session.requeued': 'queued',
  'session.taken_back': 'failed',
  'run.started': 'running',
  'run.succeeded': 'success',
  'triage.succeeded': 'success',
  'approval.approved': 'success',
  'approval.denied': 'stopped_by_you',
}

/** By its kind, or by how it ended. */
export function stateOf({ kind }: Pick<ActivityRow, 'kind'>): string {
  const known = states[kind]
  if (known !== undefined) return known
  if (kind.endsWith('.failed')) return 'failed'
  if (kind.endsWith('.refused')) return 'blocked'
  return kind.endsWith('.cancelled') ? 'cancelled' : 'idle'
}

/** What went wrong: it failed, or was refused. */
export function isFailure(kind: string): boolean {
  const state = stateOf({ kind })
  return state === 'failed' || state === 'blocked'
}
