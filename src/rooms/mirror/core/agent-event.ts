// What the gateway says about an agent that it runs, and what that means to a session.
import type { MachineEvent, SessionState } from '#rooms/sessions/contract.ts'

/** One happening in an agent's run. */
export type AgentEvent = {
  readonly runId: string
  readonly sessionKey: string
  readonly what:
    | { readonly kind: 'start' }
    | { readonly kind: 'tool'; readonly name: string; readonly title: string | null }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'model'; readonly model: string; readonly provider: string | null }
    /** Of the whole run so far. */
    | { readonly kind: 'usage'; readonly outputTokens: number }
    | { readonly kind: 'end'; readonly isAborted: boolean }
    | { readonly kind: 'error'; readonly error: string; readonly isAborted: boolean }
}

export type AgentKey = {
  readonly agentId: string
  /** The session key that the agent was started with; of our launches the tmux name. */
  readonly name: string
  /** A job's run, which the history shows already. */
  readonly isCron: boolean
}

/** Reads `agent:<agent>:<name>`; a key given by `--session-id` has `explicit:` before it. Null for another form. */
export function readSessionKey(sessionKey: string): AgentKey | null {
  const parts = /^agent:(?<agentId>[^:]+):(?:explicit:)?(?<name>.+)$/.exec(sessionKey)?.groups
  if (parts?.agentId === undefined || parts.name === undefined) return null
  return { agentId: parts.agentId, name: parts.name, isCron: parts.name.startsWith('cron:') }
}

/** The name under which an agent that the gateway runs for somebody else stands on the board; no tmux session can have it. */
export function foreignName({ agentId, name }: AgentKey): string {
  return `openclaw:${agentId}:${name}`
}

/** By convention a terminal of ours, tracked or not yet. */
export function isAgentName(name: string): boolean {
  return name.startsWith('agent-')
}

export type SessionNews = { readonly event: MachineEvent; readonly metadata: string | null }

/** Longest metadata of an event. */
const metadataLimit = 200

/**
 * What an event does to a session in `state` (null: not known yet); null for what moves nothing. `lastText` is what the agent
 * said last.
 */
export function newsOf(
  what: AgentEvent['what'],
  state: SessionState | null,
  lastText: string | null,
): SessionNews | null {
  switch (what.kind) {
    case 'start':
      return { event: state === 'awaiting_review' ? 'hook.to_running' : 'start', metadata: null }
    case 'tool':
      return { event: 'agent.tool_use', metadata: cut(what.title ?? what.name) }
    case 'end':
      return what.isAborted
        ? { event: 'process.exit_error', metadata: 'aborted' }
        : { event: 'process.exit', metadata: lastText === null ? null : cut(lastText) }
    case 'error':
      return { event: 'process.exit_error', metadata: what.isAborted ? 'aborted' : cut(what.error) }
    case 'text':
    case 'model':
    case 'usage':
      return null
  }
}

export function cut(text: string): string {
  return text.length <= metadataLimit ? text : `${text.slice(0, metadataLimit - 1).toWellFormed()}…`
}
