// What the sessions room offers: its live kind, and the routes of the registry, which hooks use too, and the launcher.
import type { PageQuery, Removed } from '#platform/contract.ts'
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type {
  AgentTypeList,
  LaunchRequest,
  PageOfEvents,
  PageOfSessions,
  PatchAnswer,
  PatchRequest,
  RegisterRequest,
  SessionAnswer,
  SessionCard,
  StopRequest,
} from './contract.ts'

/** Sessions on the board's socket. */
export const liveSessions = liveKind<SessionCard>()({ kind: 'session', listed: 'sessions' })

const registry = 'local_or_exposed'
const launcher = 'authenticated'

/** All tracked sessions, oldest first: at once, or by pages. */
export const listSessions = route<{ query: PageQuery; answer: PageOfSessions }>()({
  method: 'GET',
  path: '/api/hooks/sessions',
  access: registry,
})

/** One session with its whole prompt. */
export const readSession = route<{ answer: SessionAnswer }>()({
  method: 'GET',
  path: '/api/hooks/sessions/:id',
  access: registry,
})

/** Why a session is in its state: its events, newest first. */
export const listSessionEvents = route<{ query: PageQuery; answer: PageOfEvents }>()({
  method: 'GET',
  path: '/api/hooks/sessions/:id/events',
  access: registry,
})

/** Registers a session, or answers (200 in the place of 201) the one that has its tmux name. */
export const registerSession = route<{ body: RegisterRequest; answer: SessionAnswer }>()({
  method: 'POST',
  path: '/api/hooks/sessions',
  access: registry,
})

/** Moves a session to a state, gives it an event, or sets what it waits for. */
export const patchSession = route<{ body: PatchRequest; answer: PatchAnswer }>()({
  method: 'PATCH',
  path: '/api/hooks/sessions/:id',
  access: registry,
})

/** Dismisses a session and its artifacts; `kill` also ends its terminal, which takes credentials. */
export const removeSession = route<{ query: { kill?: boolean }; answer: Removed }>()({
  method: 'DELETE',
  path: '/api/hooks/sessions/:id',
  access: registry,
  raise: [{ query: 'kill', to: 'authenticated' }],
})

/** The agent types that can be launched. */
export const listAgentTypes = route<{ answer: AgentTypeList }>()({
  method: 'GET',
  path: '/api/agents',
  access: launcher,
})

/** Launches an agent in tmux, or queues it until its dependencies are met. */
export const launchAgent = route<{ body: LaunchRequest; answer: SessionAnswer }>()({
  method: 'POST',
  path: '/api/agents/launch',
  access: launcher,
})

/** Sends Ctrl+C to a session, which then counts as failed. */
export const stopAgent = route<{ body: StopRequest; answer: SessionAnswer }>()({
  method: 'POST',
  path: '/api/agents/stop',
  access: launcher,
})

/** What a caller may ask of a log: its last bytes, what follows a place in it, or all of it as a file. */
export type LogQuery = { readonly tail?: number; readonly from?: string; readonly download?: boolean }

/** What a session's agent wrote, as bytes of its terminal; `logNextHeader` tells where to read on. */
export const readLog = route<{ query: LogQuery; answer: string }>()({
  method: 'GET',
  path: '/api/agents/:id/log',
  access: launcher,
})
