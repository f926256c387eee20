// The routes of streams: what sessions wrote and what happened to them, with its times.
import { route } from '#platform/route.ts'
import type { DerivedAnswer, DiffAnswer, DiffQuery, StreamQuery } from './contract.ts'

/** A session's stream from any record on: a JSON object a line, or an asciicast; with `follow` it goes on as things come. */
export const readStream = route<{ query: StreamQuery; answer: string }>()({
  method: 'GET',
  path: '/api/sessions/:id/stream',
  access: 'authenticated',
})

/** What a session did, as far as it is known: commands, files, where it stands, and a line that sums it up. */
export const readDerived = route<{ answer: DerivedAnswer }>()({
  method: 'GET',
  path: '/api/sessions/:id/derived',
  access: 'authenticated',
})

/** How one file differs from how it was when the session began; text alone. */
export const readDiff = route<{ query: DiffQuery; answer: DiffAnswer }>()({
  method: 'GET',
  path: '/api/sessions/:id/diff',
  access: 'authenticated',
})
