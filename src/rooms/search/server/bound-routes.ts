// The routes of search with their schemas.
import { z } from 'zod'
import { bind } from '#platform/server/http/bind.ts'
import { readSearchIndex, rebuildSearchIndex, search } from '../api.ts'
import { searchAnswerSchema, searchIndexSchema, searchQuerySchema } from '../contract.ts'

export const searchRoutes = {
  search: bind(search, {
    summary: 'What has all the words: tasks, sessions, transcripts, outputs, briefs and runs, the best first',
    query: searchQuerySchema,
    answer: searchAnswerSchema,
  }),
  readSearchIndex: bind(readSearchIndex, { summary: 'How much is searched', answer: searchIndexSchema }),
  rebuildSearchIndex: bind(rebuildSearchIndex, {
    summary: 'Empty the index of search, which fills again in the background',
    status: 202,
    answer: z.object({ ok: z.literal(true) }),
  }),
}
