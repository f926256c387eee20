// The routes of streams with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { derivedAnswerSchema, diffAnswerSchema, diffQuerySchema, streamQuerySchema } from '../contract.ts'

export const streamRoutes = {
  readStream: bind(routes.readStream, {
    summary: "A session's stream from a record on, with its times: output, events, exits and what was lost",
    query: streamQuerySchema,
    answer: null,
  }),
  readDerived: bind(routes.readDerived, {
    summary:
      'What a session did, as far as it is known: commands, variables, files, directory, and a line that sums it up',
    answer: derivedAnswerSchema,
  }),
  readDiff: bind(routes.readDiff, {
    summary: 'How a file differs from how it was when the session began, as hunks; text alone',
    query: diffQuerySchema,
    answer: diffAnswerSchema,
  }),
}
