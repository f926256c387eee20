// The routes of the inbox with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { inboxAnswerSchema, inboxQuerySchema, markAnswerSchema, markRequestSchema } from '../contract.ts'

export const inboxRoutes = {
  readInbox: bind(routes.readInbox, {
    summary:
      'What needs a person: who waits first, then what failed; with state= what was seen or snoozed, with section= and q= a part of it',
    query: inboxQuerySchema,
    answer: inboxAnswerSchema,
  }),
  markInbox: bind(routes.markInbox, {
    summary: 'Mark what needs a person as seen or snoozed, or take that back',
    body: markRequestSchema,
    answer: markAnswerSchema,
  }),
}
