// The routes of what happened with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  activityAnswerSchema,
  activityDensityQuerySchema,
  activityDensitySchema,
  activityExportQuerySchema,
  activityFactsSchema,
  activityQuerySchema,
} from '../contract.ts'

export const activityRoutes = {
  readActivity: bind(routes.readActivity, {
    summary: 'What happened, newest first: sessions, tasks, strands, triage and the service itself',
    query: activityQuerySchema,
    answer: activityAnswerSchema,
  }),
  exportActivity: bind(routes.exportActivity, {
    summary: 'What happened as a file: CSV, or a JSON object a line',
    query: activityExportQuerySchema,
    answer: null,
  }),
  readActivityDensity: bind(routes.readActivityDensity, {
    summary: 'How much happened when: rows and failures in parts of a span of time, the last 24 hours if none is said',
    query: activityDensityQuerySchema,
    answer: activityDensitySchema,
  }),
  readActivityFacts: bind(routes.readActivityFacts, {
    summary: 'What is known of a row beyond the row itself',
    answer: activityFactsSchema,
  }),
}
