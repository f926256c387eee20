// Routes of runs: the list, one with its steps, cancel, retry, and the output of a step.
import { ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { pageRequest } from '#platform/server/http/pages.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { outputFromHeader } from '../../api.ts'
import { smallRun } from '../../core/small-run.ts'
import { flowRoutes } from '../bound-routes.ts'
import { readRun, retryRun } from '../commands.ts'
import { unknownRun } from '../engine/refusals.ts'
import { readOutput } from '../output/read-output.ts'
import type { FlowRouteParts } from './common.ts'
import { ownerOfEnd, ownerOfOutput } from './owners.ts'

export function mountRuns(api: Api, parts: FlowRouteParts): void {
  mountReading(api, parts)
  mountEnding(api, parts)
  mountOutput(api, parts)
}

function mountReading(api: Api, { context }: FlowRouteParts): void {
  mount(api, flowRoutes.listRuns, async ({ query }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const { runs, next } = await context.reads.list(query, page.value.from)
    return ok({ runs: runs.map(smallRun), next_cursor: next === null ? null : String(next) })
  })
  mount(api, flowRoutes.readRun, ({ params }) => readRun(context, params.id))
}

function mountEnding(api: Api, parts: FlowRouteParts): void {
  const { context, nameOf } = parts
  mount(api, flowRoutes.cancelRun, {
    owner: ownerOfEnd(parts),
    async handle({ params, request }) {
      const cancelled = await context.engine.cancel(params.id, nameOf(request.principal))
      return cancelled.ok ? ok({ ok: true as const, run: cancelled.value }) : cancelled
    },
  })
  mount(api, flowRoutes.retryRun, ({ params, request }) => retryRun(context, params.id, nameOf(request.principal)))
}

function mountOutput(api: Api, parts: FlowRouteParts): void {
  const { context } = parts
  mountRaw(api, flowRoutes.readStepOutput, {
    owner: ownerOfOutput(parts),
    async handle({ params, query }, reply) {
      const { id, step_id: stepId } = params
      const { from, limit, download } = query
      const output = await readOutput(context, { runId: id, stepId }, { from, limit })
      if (output === null) return void sendRefusal(reply, await missing(context, id, stepId))
      const { text, begins, total } = output
      if (download === 'true') reply.header('content-disposition', `attachment; filename="${fileName(id, stepId)}"`)
      reply
        .headers({ [outputFromHeader]: String(begins), 'x-output-bytes': String(total), 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(text.toString())
    },
  })
}

const fileName = (runId: string, stepId: string): string => `${runId}-${stepId}.log`.replaceAll(/[^\w.@-]/g, '_')

async function missing({ reads }: FlowRouteParts['context'], runId: string, stepId: string): Promise<Refusal> {
  return (await reads.find(runId)) === null ? unknownRun(runId) : unknownStep(stepId)
}

const unknownStep = (id: string): Refusal => ({ error: 'not_found', reason: `The run has no step ${shown(id)}.` })
