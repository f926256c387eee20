// POST /api/hooks/ingest: takes an agent's event.
import { errorBodySchema } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { ingestEvent } from '../api.ts'
import { ingestAnswerSchema, ingestSchema } from '../contract.ts'
import { parseReport } from '../core/parse-report.ts'
import type { ApplyReport } from './ports.ts'

/**
 * Mounts the ingest route, for local callers only. 200 `{ ok, changed, session }` once the event is committed, whether
 * or not the state accepts it; 400 for a body that `parseReport` refuses; else what `applyReport` refuses.
 */
export function mountIngest(api: Api, applyReport: ApplyReport): void {
  api.post(
    ingestEvent.path,
    {
      config: { access: ingestEvent.access },
      schema: {
        tags: ['hooks'],
        summary: 'Take a lifecycle event of an agent',
        body: ingestSchema,
        response: { 200: ingestAnswerSchema, '4xx': errorBodySchema, '5xx': errorBodySchema },
      },
      // The schema describes the body; parseReport reads it, since it also knows the event that a wrong name meant.
      validatorCompiler: () => (body) => ({ value: body }),
    },
    async (request, reply) => {
      const report = parseReport(request.body)
      if (!report.ok) return sendRefusal(reply, report.error)
      const applied = await applyReport(report.value)
      // Not `reply` for an answer that is sent: waiting for it as a promise costs more than the state machine.
      return applied.ok ? applied.value : sendRefusal(reply, applied.error)
    },
  )
}
