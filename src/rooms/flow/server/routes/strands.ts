// Routes of strands: the list, one of them, reload, run, enable, and the calendar.
import { z } from 'zod'
import { ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import {
  calendarAnswerSchema,
  calendarQuerySchema,
  enabledAnswerSchema,
  enabledRequestSchema,
  reloadAnswerSchema,
  runRequestSchema,
  runStartedSchema,
  strandAnswerSchema,
  strandListSchema,
} from '../../contract.ts'
import { readCalendar } from '../calendar.ts'
import { runStrand, setEnabled } from '../commands.ts'
import { unknownStrand } from '../engine/refusals.ts'
import { config, refused, tags, type RouteParts } from './common.ts'

const idParams = z.strictObject({ id: z.string() })

export function mountStrands(api: Api, parts: RouteParts): void {
  mountReading(api, parts)
  mountActions(api, parts)
}

function mountReading(api: Api, { context }: RouteParts): void {
  const { book } = context
  api.get(
    '/api/flow/strands',
    {
      config,
      schema: {
        tags,
        summary: 'Every strand with its next runs and its last thirty, and the files that brought none',
        response: { 200: strandListSchema, ...refused },
      },
    },
    async () => ({ strands: book.all(), errors: [...book.errors()] }),
  )
  api.get(
    '/api/flow/strands/:id',
    {
      config,
      schema: { tags, summary: 'One strand', params: idParams, response: { 200: strandAnswerSchema, ...refused } },
    },
    async (request, reply) => {
      const strand = book.get(request.params.id)
      if (strand === null) return sendRefusal(reply, unknownStrand(request.params.id, book.ids()))
      return { strand }
    },
  )
  api.get(
    '/api/flow/calendar',
    {
      config,
      schema: {
        tags,
        summary: 'What ran, was missed and will run in a range of at most 45 days',
        querystring: calendarQuerySchema,
        response: { 200: calendarAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { history, slotsFor, clock } = context
      return sendResult(reply, await readCalendar({ strands: book.all, history, slotsFor, clock }, request.query))
    },
  )
}

function mountActions(api: Api, { context, nameOf }: RouteParts): void {
  api.post(
    '/api/flow/reload',
    {
      config,
      schema: {
        tags,
        summary: 'Read the folders of strands anew; a bad file is told and stops nothing',
        response: { 200: reloadAnswerSchema, ...refused },
      },
    },
    async () => ({ ok: true as const, ...(await context.reload()) }),
  )
  api.post(
    '/api/flow/strands/:id/run',
    {
      config,
      schema: {
        tags,
        summary: 'Run a strand; the same run_id starts one run',
        params: idParams,
        body: runRequestSchema.nullish(),
        response: { 202: runStartedSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { input = null, run_id: runId = null } = request.body ?? {}
      const by = nameOf(request.principal)
      return sendResult(reply, await runStrand(context, { strandId: request.params.id, runId, input, by }), 202)
    },
  )
  api.post(
    '/api/flow/strands/:id/enabled',
    {
      config,
      schema: {
        tags,
        summary: 'Switch a mirrored job at the gateway; strands from files are switched in their file',
        params: idParams,
        body: enabledRequestSchema,
        response: { 200: enabledAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const switched = await setEnabled(context, request.params.id, request.body.enabled)
      return sendResult(reply, switched.ok ? ok({ ok: true as const, strand: switched.value }) : switched)
    },
  )
}
