// What an agent may do to which session by the tools. The rules of decision 61, as functions of facts.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

/** Names of sessions that agents launched begin so: that is how they are counted, whatever else is restarted. */
export const launchedPrefix = 'agent-mcp-'

export type McpLimits = { readonly agentTypes: readonly string[]; readonly maxSessions: number }

/** Of a session, as far as the rules ask. */
export type SeenSession = {
  readonly id: string
  readonly tmux_session: string
  readonly agent_type: string
  readonly ended_at: string | null
}

/** `sessions` are all that are on the board now. */
export function mayLaunch(
  agentType: string,
  { agentTypes, maxSessions }: McpLimits,
  sessions: readonly SeenSession[],
): Result<null, Refusal> {
  if (!agentTypes.includes(agentType)) return err(foreignType(agentType, agentTypes))
  const living = sessions.filter((one) => one.ended_at === null && one.tmux_session.startsWith(launchedPrefix))
  if (living.length < maxSessions) return ok(null)
  return err({
    error: 'too_many',
    reason: `Agents have launched ${living.length} sessions that live, and ${maxSessions} are allowed at once.`,
    hint: 'Wait for one to end or stop one; a person raises mcp.maxSessions.',
  })
}

export type Doing = 'read' | 'stop' | 'type'

/** `caller` is the tmux session that the agent runs in, as its client says, or null. */
export function mayTouch(
  doing: Doing,
  session: SeenSession,
  { limits, caller }: { readonly limits: McpLimits; readonly caller: string | null },
): Result<null, Refusal> {
  if (caller !== null && (session.tmux_session === caller || session.id === caller)) {
    return err({
      error: 'not_for_agents',
      reason: 'This is the session that you run in, and the tools do not reach it.',
      hint: 'Name another session: list_sessions tells which there are.',
    })
  }
  // A text typed into a shell is a command.
  if (doing === 'type' && !limits.agentTypes.includes(session.agent_type))
    return err(foreignType(session.agent_type, limits.agentTypes))
  return ok(null)
}

function foreignType(agentType: string, agentTypes: readonly string[]): Refusal {
  return {
    error: 'not_for_agents',
    reason: `Agents may not launch or type into ${agentType} sessions.`,
    hint: `They may use: ${agentTypes.join(', ') || 'none'}. A person adds a type in mcp.agentTypes.`,
  }
}
