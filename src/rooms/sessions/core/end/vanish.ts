// What becomes of a session whose tmux session is gone.
import type { MachineEvent, Session } from '../../contract.ts'
import { applyEvent, type Applied } from '../apply-event.ts'
import { nextState } from '../machine.ts'
import { withChange, type RecordChange, type SessionRecord } from '../record.ts'

/**
 * A launched session reports its own end, so its terminal going without one is a failure; of any other origin we only
 * know that it ended. An idle one keeps its state. A session that had ended already keeps the reason it ended with.
 */
export function vanish(record: SessionRecord, at: string): Applied {
  const event: MachineEvent = record.session.origin === 'launched' ? 'process.exit_error' : 'process.exit'
  const gone: Partial<Session> = { tmux_alive: false }
  const ends = nextState(record.session.state, event) !== null
  const applied = applyEvent(record, {
    event,
    source: 'scanner',
    metadata: 'its terminal is gone',
    runId: null,
    exitCode: null,
    at,
  })
  const ended: Partial<Session> = {
    ended_at: ends ? at : (record.session.ended_at ?? at),
    end_reason: ends ? 'terminal_gone' : (record.session.end_reason ?? 'terminal_gone'),
  }
  const base = ends ? applied.change : {}
  const change: RecordChange = { ...base, session: { ...base.session, ...gone, ...ended } }
  const entry = ends ? applied.entry : { ...applied.entry, event: null, accepted: true }
  return { ...applied, entry, change, record: withChange(record, change) }
}
