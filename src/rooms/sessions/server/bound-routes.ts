// The routes of sessions with their schemas.
import { pageQuerySchema, removedSchema } from '#platform/contract.ts'
import { bind } from '#platform/server/http/bind.ts'
import {
  launchAgent,
  listAgentTypes,
  listAnswers,
  listPast,
  listPastEvents,
  listSessionEvents,
  listSessions,
  patchSession,
  readLog,
  readPast,
  readReadiness,
  readSession,
  registerSession,
  removeSession,
  sendInput,
  stopAgent,
} from '../api.ts'
import {
  agentTypeListSchema,
  launchRequestSchema,
  logQuerySchema,
  patchAnswerSchema,
  patchRequestSchema,
  readSessionAnswerSchema,
  registerRequestSchema,
  removeQuerySchema,
  sessionAnswerSchema,
  sessionEventListSchema,
  sessionListQuerySchema,
  sessionListSchema,
  stopRequestSchema,
} from '../contract.ts'
import { pastAnswerSchema, pastListSchema, pastQuerySchema } from '../contract/past.ts'
import { answerListSchema, inputAnswerSchema, inputRequestSchema, readinessSchema } from '../contract/answer.ts'

const tag = 'sessions'

export const sessionRoutes = {
  listSessions: bind(listSessions, {
    tag,
    summary: 'All tracked sessions, at once or by pages',
    query: sessionListQuerySchema,
    answer: sessionListSchema,
  }),
  readSession: bind(readSession, { tag, summary: 'One session', answer: readSessionAnswerSchema }),
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
    summary: 'Dismiss a session; with kill=true also end its terminal, with purge=true also remove it from history',
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
    summary: 'Send Ctrl+C to a session and set it to failed; with `force` end what goes on',
    body: stopRequestSchema,
    answer: sessionAnswerSchema,
  }),
  sendInput: bind(sendInput, {
    summary: "Type a text into a session's terminal, and send a waiting session on",
    body: inputRequestSchema,
    answer: inputAnswerSchema,
  }),
  readReadiness: bind(readReadiness, {
    summary: 'Whether a text would be typed into the session now',
    answer: readinessSchema,
  }),
  listAnswers: bind(listAnswers, {
    summary: 'What was said to a session, newest first',
    query: pageQuerySchema,
    answer: answerListSchema,
  }),
  listPast: bind(listPast, {
    summary: 'Sessions that left the board, the last one that left first',
    query: pastQuerySchema,
    answer: pastListSchema,
  }),
  readPast: bind(readPast, { summary: 'One session that left the board', answer: pastAnswerSchema }),
  listPastEvents: bind(listPastEvents, {
    summary: 'What happened to a session that left the board, newest first',
    query: pageQuerySchema,
    answer: sessionEventListSchema,
  }),
  readLog: bind(readLog, { summary: "The end of a session's output", query: logQuerySchema }),
}
