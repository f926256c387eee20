// The routes of transcripts.
import { route } from '#platform/route.ts'
import type { TranscriptAnswer, TranscriptQuery } from './contract.ts'

/** What a session's agent said and did, after a cursor; with `format=markdown` all of it as a text. */
export const readTranscript = route<{ query: TranscriptQuery; answer: TranscriptAnswer }>()({
  method: 'GET',
  path: '/api/agents/:id/transcript',
  access: 'authenticated',
})
