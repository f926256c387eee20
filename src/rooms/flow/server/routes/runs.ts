// Routes of runs: the list, one with its steps, cancel, retry, and the output of a step.
import { z } from 'zod'
import { ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import { runAnswerSchema, runListSchema, runQuerySchema, runSchema, runStartedSchema } from '../../contract.ts'
import { smallRun } from '../../core/small-run.ts'
import { readRun, retryRun } from '../commands.ts'
import { unknownRun } from '../engine/refusals.ts'
import { readOutput } from '../output/read-output.ts'
import { config, refused, tags, type RouteParts } from './common.ts'

const idParams = z.strictObject({ id: z.string() })
const stepParams = z.strictObject({ id: z.string(), step_id: z.string() })
const cancelledSchema = z.object({ ok: z.literal(true), run: runSchema })

/** More than a step keeps. */
const mostOutputBytes = 16 * 1024 * 1024

const outputQuerySchema = z.strictObject({
  /** The first byte, counted from the beginning of the step's output; a negative one counts from its end. */
  from: z.coerce.number().int().default(0),
  limit: z.coerce.number().int().min(1).max(mostOutputBytes).default(mostOutputBytes),
  /** As a file to save. */
  download: z.enum(['true', 'false']).default('false'),
})

export function mountRuns(api: Api, parts: RouteParts): void {
  mountReading(api, parts)
  mountEnding(api, parts)
  mountOutput(api, parts)
}

function mountReading(api: Api, { context }: RouteParts): void {
  api.get(
    '/api/flow/runs',
    {
      config,
      schema: {
        tags,
        summary: 'Runs, newest first; filters combine',
        querystring: runQuerySchema,
        response: { 200: runListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const after = readCursor(request.query.cursor)
      if (after === undefined) return sendRefusal(reply, badCursor)
      const { runs, next } = await context.reads.list(request.query, after)
      return { runs: runs.map(smallRun), next_cursor: next === null ? null : String(next) }
    },
  )
  api.get(
    '/api/flow/runs/:id',
    {
      config,
      schema: {
        tags,
        summary: 'One run with its steps and the definition that it began with',
        params: idParams,
        response: { 200: runAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await readRun(context, request.params.id)),
  )
}

function mountEnding(api: Api, { context, nameOf }: RouteParts): void {
  api.post(
    '/api/flow/runs/:id/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'End a run; answers once its bodies are quiet',
        params: idParams,
        response: { 200: cancelledSchema, ...refused },
      },
    },
    async (request, reply) => {
      const cancelled = await context.engine.cancel(request.params.id, nameOf(request.principal))
      return sendResult(reply, cancelled.ok ? ok({ ok: true as const, run: cancelled.value }) : cancelled)
    },
  )
  api.post(
    '/api/flow/runs/:id/retry',
    {
      config,
      schema: {
        tags,
        summary: 'A new run that goes on where a failed or cancelled one ended',
        params: idParams,
        response: { 202: runStartedSchema, ...refused },
      },
    },
    async (request, reply) => {
      const started = await retryRun(context, request.params.id, nameOf(request.principal))
      return sendResult(reply, started, 202)
    },
  )
}

function mountOutput(api: Api, { context }: RouteParts): void {
  api.get(
    '/api/flow/runs/:id/steps/:step_id/output',
    {
      config,
      schema: {
        tags,
        summary: 'What a step printed, as plain text; X-Output-From says at which byte the answer begins',
        params: stepParams,
        querystring: outputQuerySchema,
        response: { 200: z.string(), ...refused },
      },
    },
    async (request, reply) => {
      const { id, step_id: stepId } = request.params
      const { from, limit, download } = request.query
      const output = await readOutput(context, { runId: id, stepId }, { from, limit })
      if (output === null) return sendRefusal(reply, await missing(context, id, stepId))
      const { text, begins, total } = output
      if (download === 'true') reply.header('content-disposition', `attachment; filename="${fileName(id, stepId)}"`)
      return reply
        .headers({ 'x-output-from': String(begins), 'x-output-bytes': String(total), 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(text.toString())
    },
  )
}

const fileName = (runId: string, stepId: string): string => `${runId}-${stepId}.log`.replaceAll(/[^\w.@-]/g, '_')

async function missing({ reads }: RouteParts['context'], runId: string, stepId: string): Promise<Refusal> {
  return (await reads.find(runId)) === null ? unknownRun(runId) : unknownStep(stepId)
}

const unknownStep = (id: string): Refusal => ({ error: 'not_found', reason: `The run has no step ${shown(id)}.` })

/** Undefined for a cursor that we did not give out. */
function readCursor(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null
  return /^\d{1,16}$/.test(cursor) ? Number(cursor) : undefined
}

const badCursor: Refusal = {
  error: 'invalid_request',
  reason: 'The cursor is not one that a list answered.',
  hint: 'Leave cursor out to begin at the newest run.',
  details: [{ field: 'cursor', reason: 'is not a next_cursor' }],
}
