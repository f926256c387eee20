// An approval from what a client's hook was given.
import { toIso, secondMs } from '#base/time.ts'
import type { AgentReport, Session } from '#rooms/sessions/contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import type { PermissionRequest } from '../contract/permission-request.ts'
import { offeredSuggestions } from './suggestions.ts'
import { summaryOf } from './summary.ts'

/** Codex runs the hook before it asks by itself, so that a person at its terminal sees nothing meanwhile. */
const codexWaitS = 20

/** More open ones at a time are a loop of some program and no questions. */
export const openLimit = 100

export type ToOpen = {
  readonly id: string
  readonly session: Pick<Session, 'id' | 'label' | 'tmux_session'>
  readonly report: Pick<AgentReport, 'client' | 'agentType'>
  readonly request: PermissionRequest
  readonly inputHash: string
  /** `approvals.waitS` */
  readonly waitS: number
  readonly nowMs: number
  /** Null for this machine. */
  readonly onDevice?: KeptApproval['on_device']
}

export function openApproval({
  id,
  session,
  report,
  request,
  inputHash,
  waitS,
  nowMs,
  onDevice = null,
}: ToOpen): KeptApproval {
  const { tool_name: tool, tool_input: input, permission_suggestions: sent = [] } = request
  const isCodex = report.agentType === 'codex'
  const { client = null } = report
  return {
    id,
    session_id: session.id,
    session_label: session.label === '' ? session.tmux_session : session.label,
    tool_name: tool,
    input,
    input_hash: inputHash,
    summary: summaryOf(tool, input),
    suggestions: offeredSuggestions(sent),
    // A client without a screen prints what it did and ends: it has nobody else to ask.
    denied_if_unanswered: !isCodex && client !== null && client.screen === null,
    asked_at: toIso(nowMs),
    expires_at: toIso(nowMs + (isCodex ? Math.min(waitS, codexWaitS) : waitS) * secondMs),
    state: 'open',
    decided_at: null,
    decided_by: null,
    reason: null,
    sent: [...sent],
    chosen: null,
    client: client === null ? null : { session: client.session, pid: client.pid },
    stands_in_terminal: false,
    on_device: onDevice,
  }
}
