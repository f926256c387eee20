// The routes of sessions with their schemas.
import { pageQuerySchema, removedSchema } from '#platform/contract.ts'
import { bind } from '#platform/server/http/bind.ts'
import {
  launchAgent,
  listAgentTypes,
  listSessionEvents,
  listSessions,
  patchSession,
  readLog,
  readSession,
  registerSession,
  removeSession,
  stopAgent,
} from '../api.ts'
import {
  agentTypeListSchema,
  launchRequestSchema,
  logQuerySchema,
  patchAnswerSchema,
  patchRequestSchema,
  registerRequestSchema,
  removeQuerySchema,
  sessionAnswerSchema,
  sessionEventListSchema,
  sessionListQuerySchema,
  sessionListSchema,
  stopRequestSchema,
} from '../contract.ts'

const tag = 'sessions'

export const sessionRoutes = {
  listSessions: bind(listSessions, {
    tag,
    summary: 'All tracked sessions, at once or by pages',
    query: sessionListQuerySchema,
    answer: sessionListSchema,
  }),
  readSession: bind(readSession, { tag, summary: 'One session', answer: sessionAnswerSchema }),
  listSessionEvents: bind(listSessionEvents, {
    tag,
    summary: 'Why a session is in its state: its events, newest first',
    query: pageQuerySchema,
    answer: sessionEventListSchema,
  }),
  registerSession: bind(registerSession, {
    tag,
    summary: 'Register a session; a known tmux name answers the session that has it',
    body: registerRequestSchema,
    // A registration without credentials is a name and a description.
    anonymousBodyBytes: 65_536,
    status: 201,
    otherStatus: 200,
    answer: sessionAnswerSchema,
  }),
  patchSession: bind(patchSession, {
    tag,
    summary: 'Move a session to a state, or give it an event',
    body: patchRequestSchema,
    answer: patchAnswerSchema,
  }),
  removeSession: bind(removeSession, {
    tag,
    summary: 'Dismiss a session and its artifacts; with kill=true also end its terminal',
    query: removeQuerySchema,
    answer: removedSchema,
  }),
  listAgentTypes: bind(listAgentTypes, {
    summary: 'The agent types that can be launched',
    answer: agentTypeListSchema,
  }),
  launchAgent: bind(launchAgent, {
    summary: 'Launch an agent in tmux, or queue it until its dependencies are met',
    body: launchRequestSchema,
    status: 201,
    answer: sessionAnswerSchema,
  }),
  stopAgent: bind(stopAgent, {
    summary: 'Send Ctrl+C to a session and set it to failed',
    body: stopRequestSchema,
    answer: sessionAnswerSchema,
  }),
  readLog: bind(readLog, { summary: "The end of a session's output", query: logQuerySchema }),
}
