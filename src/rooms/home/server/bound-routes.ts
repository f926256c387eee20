// The routes of Home with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { homeAnswerSchema, homeMachineQuerySchema, homeMachineSchema, homeQuerySchema } from '../contract.ts'

export const homeRoutes = {
  readHome: bind(routes.readHome, {
    summary: 'What matters now: who needs a person, what ran since then, what runs next, and the first steps',
    query: homeQuerySchema,
    answer: homeAnswerSchema,
  }),
  readMachine: bind(routes.readMachine, {
    summary: 'How this machine is, as doctor sees it: the worst first',
    query: homeMachineQuerySchema,
    answer: homeMachineSchema,
  }),
}
