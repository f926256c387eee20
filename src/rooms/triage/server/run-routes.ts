// Runs of triage over HTTP: start, list, look at, cancel.
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import {
  cancelAnswerSchema,
  runAnswerSchema,
  runListSchema,
  runQuerySchema,
  startRunAnswerSchema,
  startRunQuerySchema,
  type TriageRun,
} from '../contract.ts'
import type { TriageContext } from './context.ts'
import { config, idParams, readCursor, refused, tags } from './route-parts.ts'
import { unknownRun, type Runner } from './run/runner.ts'

export function mountRuns(api: Api, context: TriageContext, runner: Runner): void {
  mountStarting(api, runner)
  mountReading(api, context)
}

function mountStarting(api: Api, runner: Runner): void {
  api.post(
    '/api/triage/runs',
    {
      config,
      schema: {
        tags,
        summary: 'Run triage; with dry_run=true only work out what would move',
        querystring: startRunQuerySchema,
        response: { 202: startRunAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const started = await runner.start({ triggerBy: 'api', dryRun: request.query.dry_run })
      return sendResult(reply, started.ok ? ok({ run_id: started.value.id }) : started, 202)
    },
  )
  api.post(
    '/api/triage/runs/:id/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel the run that goes on',
        params: idParams,
        response: { 200: cancelAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const run: Result<TriageRun, Refusal> = await runner.cancel(request.params.id)
      return sendResult(reply, run.ok ? ok({ run: run.value }) : run)
    },
  )
}

function mountReading(api: Api, context: TriageContext): void {
  api.get(
    '/api/triage/runs',
    {
      config,
      schema: {
        tags,
        summary: 'Runs of triage, newest first',
        querystring: runQuerySchema,
        response: { 200: runListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { status = null, limit, cursor } = request.query
      const before = readCursor(cursor)
      if (!before.ok) return sendRefusal(reply, before.error)
      const { rows, next } = await context.runs.list({ status, limit, before: before.value })
      return { runs: rows.map((run) => asItGoes(context, run)), total: await context.runs.count(), next_cursor: next }
    },
  )
  api.get(
    '/api/triage/runs/:id',
    {
      config,
      schema: {
        tags,
        summary: 'One run, with what it moves and why',
        params: idParams,
        response: { 200: runAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const run = await context.runs.find(request.params.id)
      if (run === null) return sendRefusal(reply, unknownRun(request.params.id))
      return { run: asItGoes(context, run) }
    },
  )
}

/** The run with its progress, if it is the one that goes on. */
function asItGoes<R extends TriageRun>(context: TriageContext, run: R): R {
  const running = context.running()
  return running?.id === run.id && run.status === 'running' ? { ...run, progress: running.progress } : run
}
