// The routes of fuel with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  budgetsAnswerSchema,
  budgetsRequestSchema,
  fuelSchema,
  usageAnswerSchema,
  usageQuerySchema,
} from '../contract.ts'

export const fuelRoutes = {
  readFuel: bind(routes.readFuel, {
    summary: 'What agents used today, what it cost, and how budgets stand',
    answer: fuelSchema,
    isTagged: true,
  }),
  readUsage: bind(routes.readUsage, {
    summary:
      'What agents used in a span of days, summed up by day, agent, session, model or device, or record by record',
    query: usageQuerySchema,
    answer: usageAnswerSchema,
  }),
  readBudgets: bind(routes.readBudgets, { summary: 'Budgets, and how they stand', answer: budgetsAnswerSchema }),
  setBudgets: bind(routes.setBudgets, {
    summary: 'Sets the budgets: per day and per session, in dollars or tokens',
    body: budgetsRequestSchema,
    answer: budgetsAnswerSchema,
  }),
}
