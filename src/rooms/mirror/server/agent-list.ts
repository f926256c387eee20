// The agents that the gateway was heard to run, each with what it did last.
import type { GatewayAgent } from '../contract.ts'
import { cut, type AgentEvent, type AgentKey } from '../core/agent-event.ts'

export interface AgentList {
  /** Takes an event in and answers its agent as it then is. */
  note(
    event: AgentEvent,
    about: { readonly key: AgentKey; readonly tracked: boolean; readonly at: string },
  ): GatewayAgent
  /** The latest first. */
  all(): readonly GatewayAgent[]
}

/** Enough for a list that a person reads. */
const agentLimit = 200

type Entry = { -readonly [Field in keyof GatewayAgent]: GatewayAgent[Field] }

export function createAgentList(): AgentList {
  /** By session key; the one heard of last stands last. */
  const entries = new Map<string, Entry>()
  return {
    note(event, { key, tracked, at }) {
      const old = entries.get(event.sessionKey)
      const entry = old !== undefined && old.run_id === event.runId ? old : newEntry(event, key, at)
      entries.delete(event.sessionKey)
      entries.set(event.sessionKey, entry)
      const [eldest] = entries.keys()
      if (entries.size > agentLimit && eldest !== undefined) entries.delete(eldest)
      update(entry, event.what)
      entry.tracked = tracked
      entry.last_activity = at
      return { ...entry }
    },
    all: () => [...entries.values()].toReversed(),
  }
}

function newEntry({ runId, sessionKey }: AgentEvent, { agentId, name }: AgentKey, at: string): Entry {
  return {
    session_key: sessionKey,
    agent_id: agentId,
    name,
    tracked: false,
    state: 'running',
    run_id: runId,
    model: null,
    provider: null,
    output_tokens: null,
    last_tool: null,
    last_text: null,
    error: null,
    since: at,
    last_activity: at,
  }
}

function update(entry: Entry, what: AgentEvent['what']): void {
  switch (what.kind) {
    case 'start':
      entry.state = 'running'
      break
    case 'tool':
      entry.last_tool = cut(what.title ?? what.name)
      break
    case 'text':
      entry.last_text = cut(what.text)
      break
    case 'model':
      entry.model = what.model
      entry.provider = what.provider
      break
    case 'usage':
      entry.output_tokens = what.outputTokens
      break
    case 'end':
      entry.state = what.isAborted ? 'aborted' : 'ended'
      break
    case 'error':
      entry.state = what.isAborted ? 'aborted' : 'failed'
      entry.error = cut(what.error)
      break
  }
}
