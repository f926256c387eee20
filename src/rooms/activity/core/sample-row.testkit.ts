// Rows for tests: everything set, so that a test names only what it is about.
import type { ActivityRow } from '../contract.ts'

export function sampleRow(fields: Partial<ActivityRow> = {}): ActivityRow {
  return {
    id: 'session:0000000000000001',
    at: '2026-11-20T10:00:00.000Z',
    source: 'tmux',
    kind: 'session.working',
    actor: { kind: 'hook', name: 'agent-1' },
    subject: { type: 'session', id: 's1', label: 'agent-1' },
    text: 'works',
    device_id: null,
    href: '/board?session=s1',
    ...fields,
  }
}
