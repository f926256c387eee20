// What triage shows: lanes, why a task is where it is, learning, and the morning's NOW lane.
import { err, ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendResult } from '#platform/server/http/refuse.ts'
import {
  explainAnswerSchema,
  lanesAnswerSchema,
  learningAnswerSchema,
  morningAnswerSchema,
  morningQuerySchema,
  type Lane,
} from '../contract.ts'
import type { TriageContext } from './context.ts'
import { unknownTask } from './corrections.ts'
import { explainTask } from './explain-task.ts'
import { readLanes } from './lanes-view.ts'
import { readLearning } from './learning-view.ts'
import { config, refused, tags, taskParams } from './route-parts.ts'

export function mountViews(api: Api, context: TriageContext): void {
  mountMorning(api, context)
  api.get(
    '/api/triage/lanes',
    {
      config,
      schema: {
        tags,
        summary: 'NOW, NEXT and LATER with their tasks',
        response: { 200: lanesAnswerSchema, ...refused },
      },
    },
    async () => readLanes(context),
  )
  api.get(
    '/api/triage/explain/:task_id',
    {
      config,
      schema: {
        tags,
        summary: 'Why a task is where it is',
        params: taskParams,
        response: { 200: explainAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const explanation = await explainTask(context, request.params.task_id)
      return sendResult(reply, explanation === null ? err(unknownTask(request.params.task_id)) : ok({ explanation }))
    },
  )
  api.get(
    '/api/triage/learning',
    {
      config,
      schema: { tags, summary: 'Whether corrections help', response: { 200: learningAnswerSchema, ...refused } },
    },
    async () => readLearning(context),
  )
}

function mountMorning(api: Api, context: TriageContext): void {
  api.get(
    '/api/morning',
    {
      config,
      schema: {
        tags,
        summary: 'The NOW lane; with lanes=now,next,later the others, too',
        querystring: morningQuerySchema,
        response: { 200: morningAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, ok(await readMorning(context, request.query.lanes ?? []))),
  )
}

async function readMorning(context: TriageContext, wanted: readonly Lane[]) {
  const { lanes, state } = await readLanes(context)
  const [now, next, later] = lanes.map(({ entries }) => entries)
  return {
    run: state.last,
    now: now ?? [],
    next: wanted.includes('next') ? (next ?? []) : null,
    later: wanted.includes('later') ? (later ?? []) : null,
  }
}
