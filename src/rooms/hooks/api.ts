// The route by which agents report.
import { route } from '#platform/route.ts'
import type { Ingest, IngestAnswer } from './contract.ts'

/**
 * Takes an event of an agent; answers once it is committed, whether or not the state accepts it. For programs of this
 * machine alone.
 */
export const ingestEvent = route<{ body: Ingest; answer: IngestAnswer }>()({
  method: 'POST',
  path: '/api/hooks/ingest',
  access: 'local_only',
})
