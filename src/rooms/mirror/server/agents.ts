// Agents that the gateway runs: what it says of them moves their sessions and is counted.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { GatewayAgent } from '../contract.ts'
import { createAgentList } from './agent-list.ts'
import {
  foreignName,
  isAgentName,
  newsOf,
  readSessionKey,
  type AgentKey,
  type SessionNews,
} from '../core/agent-event.ts'
import type { SessionsPort } from './ports.ts'
import type { MirrorStore } from './store.ts'
import { parseAgentEvent } from './upstream-schema.ts'

export interface Agents {
  /** Takes the payload of an `agent` event. */
  take(payload: unknown): void
  /** The latest first. */
  list(): readonly GatewayAgent[]
  /** Resolves once everything that was taken is applied. */
  idle(): Promise<void>
}

export type AgentsParts = {
  readonly sessions: SessionsPort
  readonly showForeign: () => boolean
  readonly store: Pick<MirrorStore, 'saveUsage'>
  readonly clock: Clock
  readonly log: Log
}

export function createAgents({ sessions, showForeign, store, clock, log }: AgentsParts): Agents {
  const list = createAgentList()
  let work: Promise<void> = Promise.resolve()

  /** One after the other: each is judged by the state that the one before left. */
  function later(task: () => Promise<void>): void {
    work = work.then(task).catch((error: unknown) => {
      log.warn({ err: error }, 'an event of a gateway agent could not be applied')
    })
  }

  /** The tmux name of the session that the agent moves; null for one that is none of ours. */
  function sessionName(key: AgentKey): string | null {
    if (isAgentName(key.name) || sessions.stateOf(key.name) !== null) return key.name
    return showForeign() ? foreignName(key) : null
  }

  async function report(name: string, { event, metadata }: SessionNews): Promise<void> {
    const answer = await sessions.report({
      sessionId: null,
      tmuxSession: name,
      events: [event],
      source: 'gateway',
      metadata,
      agentType: 'gateway-agent',
      runId: null,
      exitCode: null,
    })
    // What began before the service looked is not known; its next start is.
    if (!answer.ok) log.debug({ name, reason: answer.error.reason }, 'an event of a gateway agent has no session')
  }

  return {
    take(payload) {
      const event = parseAgentEvent(payload)
      const key = event === null ? null : readSessionKey(event.sessionKey)
      if (event === null || key === null || key.isCron) return
      const name = sessionName(key)
      const agent = list.note(event, { key, tracked: name !== null, at: toIso(clock.now()) })
      const { last_text: text } = agent
      if (name !== null && newsOf(event.what, null, text) !== null) {
        later(async () => {
          const news = newsOf(event.what, sessions.stateOf(name), text)
          if (news !== null) await report(name, news)
        })
      }
      const isOver = event.what.kind === 'end' || event.what.kind === 'error'
      if (isOver) later(() => store.saveUsage(usageOf(agent, clock.now())))
    },
    list: () => list.all(),
    idle: () => work,
  }
}

/** The gateway's events tell the output alone. */
function usageOf(agent: GatewayAgent, atMs: number) {
  const { run_id: runId, session_key: sessionKey, output_tokens: output, model, provider } = agent
  if (output === null) return []
  const counts = { inputTokens: null, outputTokens: output, totalTokens: output, cost: null }
  return [{ runId, jobId: null, sessionKey, atMs, provider, model, ...counts }]
}
