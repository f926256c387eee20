// An approval for tests, as viewers are told of it: open, asked by the session s1.
import type { ApprovalCard } from '#rooms/approvals/contract.ts'

export function sampleApproval(fields: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    id: 'a1',
    session_id: 's1',
    session_label: 'Fix the build',
    tool_name: 'Bash',
    input_hash: 'h',
    summary: 'Bash: git push',
    suggestions: [],
    denied_if_unanswered: false,
    asked_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-20T10:30:00.000Z',
    state: 'open',
    decided_at: null,
    decided_by: null,
    reason: null,
    ...fields,
  }
}
