// The routes of terminals with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import { readResources, readScreen, readTransfer } from '../api.ts'
import { resourcesAnswerSchema, screenAnswerSchema, screenQuerySchema, transferAnswerSchema } from '../contract.ts'

export const terminalRoutes = {
  readResources: bind(readResources, {
    summary: 'CPU and memory of the processes in a session’s terminal; null when it has none',
    answer: resourcesAnswerSchema,
  }),
  readScreen: bind(readScreen, {
    summary: 'What a session’s terminal shows, and the history before it; null when it has none',
    query: screenQuerySchema,
    answer: screenAnswerSchema,
  }),
  readTransfer: bind(readTransfer, {
    summary: 'What another device needs to show the session',
    answer: transferAnswerSchema,
  }),
}
