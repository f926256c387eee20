// What the sessions room offers: its live kind, and the routes of the registry, which hooks use too, and the launcher.
import type { SessionSummary } from '#rooms/streams/contract.ts'
import type { PageQuery, Removed } from '#platform/contract.ts'
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type {
  AgentTypeList,
  LastLine,
  LaunchRequest,
  PageOfEvents,
  PageOfSessions,
  PatchAnswer,
  PatchRequest,
  ReadSessionAnswer,
  RegisterRequest,
  SessionAnswer,
  SessionCard,
  StopRequest,
} from './contract.ts'
import type { PageOfPast, PastAnswer, PastQuery } from './contract/past.ts'
import type { InputAnswer, InputRequest, PageOfAnswers, Readiness } from './contract/answer.ts'

/** Sessions on the board's socket. */
export const liveSessions = liveKind<SessionCard>()({ kind: 'session', listed: 'sessions' })

/** What each session did, in one line, as streams tell it on the board's socket; at most one a second and session. */
export const liveSummaries = liveKind<SessionSummary>()({ kind: 'summary', listed: 'summaries', canWait: true })

/** What sessions printed last on the board's socket, by the sessions' ids; read only while somebody looks. */
export const liveLastLines = liveKind<LastLine>()({ kind: 'last_line', listed: 'last_lines', canWait: true })

const registry = 'local_or_exposed'
const launcher = 'authenticated'

/** All tracked sessions, oldest first: at once, or by pages. */
export const listSessions = route<{ query: PageQuery; answer: PageOfSessions }>()({
  method: 'GET',
  path: '/api/hooks/sessions',
  access: registry,
})

/** One session with its whole prompt and its last line. */
export const readSession = route<{ answer: ReadSessionAnswer }>()({
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

/**
 * Dismisses a session and the artifacts of its launch: it goes on in history. `kill` also ends its terminal, `purge` takes it
 * out of history, and works on one that left before; both take credentials.
 */
export const removeSession = route<{ query: { kill?: boolean; purge?: boolean }; answer: Removed }>()({
  method: 'DELETE',
  path: '/api/hooks/sessions/:id',
  access: registry,
  raise: [
    { query: 'kill', to: 'authenticated' },
    { query: 'purge', to: 'authenticated' },
  ],
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

/** Sends Ctrl+C to a session, which then counts as failed; `force` ends whatever of it goes on. */
export const stopAgent = route<{ body: StopRequest; answer: SessionAnswer }>()({
  method: 'POST',
  path: '/api/agents/stop',
  access: launcher,
})

/** Types a text into a session's terminal, with Enter behind it unless `submit` is false; a waiting session then runs. */
export const sendInput = route<{ body: InputRequest; answer: InputAnswer }>()({
  method: 'POST',
  path: '/api/agents/:id/input',
  access: launcher,
})

/** Whether a text would be typed now, and what speaks against it. */
export const readReadiness = route<{ answer: Readiness }>()({
  method: 'GET',
  path: '/api/agents/:id/input',
  access: launcher,
})

/** What was said to a session: who said it, when and from where, newest first. */
export const listAnswers = route<{ query: PageQuery; answer: PageOfAnswers }>()({
  method: 'GET',
  path: '/api/agents/:id/answers',
  access: launcher,
})

/** Sessions that left the board, the last one that left first. */
export const listPast = route<{ query: Partial<PastQuery>; answer: PageOfPast }>()({
  method: 'GET',
  path: '/api/agents/history',
  access: launcher,
})

/** One session that left the board, with its whole prompt. */
export const readPast = route<{ answer: PastAnswer }>()({
  method: 'GET',
  path: '/api/agents/history/:id',
  access: launcher,
})

/** What happened to a session that left the board, newest first. */
export const listPastEvents = route<{ query: PageQuery; answer: PageOfEvents }>()({
  method: 'GET',
  path: '/api/agents/history/:id/events',
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
