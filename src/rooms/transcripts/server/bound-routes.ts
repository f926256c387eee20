// The routes of transcripts with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { transcriptAnswerSchema, transcriptQuerySchema } from '../contract.ts'

export const transcriptRoutes = {
  readTranscript: bind(routes.readTranscript, {
    summary: "What a session's agent said and did, from its own file, after a cursor; with format=markdown all of it",
    query: transcriptQuerySchema,
    answer: transcriptAnswerSchema,
  }),
}
