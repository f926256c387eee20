// What ends an approval without a person's word: what its agent reports, where its session stands, time, a restart.
import type { AgentReport, SessionState } from '#rooms/sessions/contract.ts'
import type { KeptApproval } from '../contract/kept.ts'

/** What an agent reports, and which of its hooks told it where that is known. */
export type HeardOfAgent = Pick<AgentReport, 'events' | 'source' | 'metadata' | 'client'> & {
  readonly hook: string | null
}

/**
 * The approval after its agent reported something: the same object where that says nothing of it. A hook that follows means
 * that the agent's dialog is answered, but for the reminder that it still stands open, and another question beside it.
 */
export function afterReport(approval: KeptApproval, heard: HeardOfAgent, at: string): KeptApproval {
  if (approval.stands_in_terminal) return leavesTerminal(approval, heard) ? gone(approval) : approval
  if (approval.state === 'approved') return isRunOf(approval, heard) ? { ...approval, state: 'applied' } : approval
  if (approval.state !== 'open') return approval
  if (heard.source === 'wrapper') return over(approval, { state: 'expired', at, reason: agentEnded })
  return isAnswerTold(approval.client, heard)
    ? over(approval, { state: 'answered_elsewhere', at, reason: null })
    : approval
}

/** The client that asks, as far as it says who it is. */
export type AskingClient = KeptApproval['client']

/** Whether a report says that the dialog of this client is answered. */
export function isAnswerTold(asker: AskingClient, { source, hook = null, client }: HeardOfAnswer): boolean {
  if (source !== 'hook' || hook === 'Notification' || hook === 'PermissionRequest') return false
  return isSameClient(asker, client)
}

type HeardOfAnswer = Pick<AgentReport, 'source' | 'client'> & { readonly hook?: string | null }

/** Whether the dialog that nobody answered here is gone with what its agent reports. */
function leavesTerminal({ client }: KeptApproval, heard: HeardOfAgent): boolean {
  return heard.source === 'wrapper' || isAnswerTold(client, heard)
}

const gone = (approval: KeptApproval): KeptApproval => ({ ...approval, stands_in_terminal: false })

/** The tool ran: the first report of that tool after the yes. */
function isRunOf(approval: KeptApproval, heard: HeardOfAgent): boolean {
  const { events, metadata } = heard
  if (!events.includes('agent.tool_use') || !isSameClient(approval.client, heard.client)) return false
  return metadata === null || metadata === approval.tool_name || metadata.startsWith(`${approval.tool_name}:`)
}

/** Who says nothing of itself may be anybody in the terminal, as an older script; then it counts. */
function isSameClient(client: AskingClient, sender: HeardOfAgent['client']): boolean {
  if (client === null || sender === undefined) return true
  if (client.pid !== null && client.pid === sender.pid) return true
  return client.session !== null && client.session === sender.session
}

/** The approval of a session that stands so now; null: it left the board. */
export function afterMove(approval: KeptApproval, state: SessionState | null, at: string): KeptApproval {
  if (state === 'awaiting_review') return approval
  if (approval.stands_in_terminal) return gone(approval)
  if (approval.state !== 'open') return approval
  if (state === 'running') return over(approval, { state: 'answered_elsewhere', at, reason: null })
  return over(approval, { state: 'expired', at, reason: agentEnded })
}

const agentEnded = 'its agent ended'
export const outOfTime = 'nobody answered in time'
export const askerGone = 'the agent does not ask any more'
export const restarted = 'Orrery was restarted, so the agent asks in its terminal'

/** The approval after its agent's own dialog was answered. */
export function answeredThere(approval: KeptApproval, at: string): KeptApproval {
  return approval.state === 'open' ? over(approval, { state: 'answered_elsewhere', at, reason: null }) : approval
}

/** The approval after its time, or whoever asked, was gone. */
export function expired(approval: KeptApproval, reason: string, at: string): KeptApproval {
  return approval.state === 'open' ? over(approval, { state: 'expired', at, reason }) : approval
}

type Over = { readonly state: 'expired' | 'answered_elsewhere'; readonly at: string; readonly reason: string | null }

function over(approval: KeptApproval, { state, at, reason }: Over): KeptApproval {
  const { denied_if_unanswered: isDenied } = approval
  const stands = state === 'expired' && reason !== agentEnded && !isDenied
  return { ...approval, state, decided_at: at, reason, stands_in_terminal: stands }
}
