// The HTTP face of triage: /api/triage, /api/briefs and /api/morning.
import { ok, type Result } from '#base/result.ts'
import type { Refusal, Removed } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import { pageRequest } from '#platform/server/http/pages.ts'
import type { Memory, MemoryAnswer } from '../contract.ts'
import { triageRoutes } from './bound-routes.ts'
import type { TriageContext } from './context.ts'
import { addOverride, lockTask, removeOverride, unlockTask } from './corrections.ts'
import { addBrief, addMemory, changeMemory, removeBrief, removeMemory } from './notes.ts'
import { mountRuns } from './run-routes.ts'
import type { Runner } from './run/runner.ts'
import { mountViews } from './view-routes.ts'

export function mountTriage(api: Api, context: TriageContext, runner: Runner): void {
  mountBriefs(api, context)
  mountCorrections(api, context)
  mountMemories(api, context)
  mountViews(api, context)
  mountRuns(api, context, runner)
}

function mountBriefs(api: Api, context: TriageContext): void {
  mount(api, triageRoutes.createBrief, async ({ body, request }) => ok(await addBrief(context, body, whoAsks(request))))
  mount(api, triageRoutes.listBriefs, async ({ query: { consumed, ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const { rows, next } = await context.briefs.list({ consumed, ...page.value })
    return ok({ briefs: [...rows], next_cursor: next })
  })
  mount(api, triageRoutes.deleteBrief, async ({ params }) => gone(await removeBrief(context, params.id)))
}

function mountCorrections(api: Api, context: TriageContext): void {
  mount(api, triageRoutes.lockTask, ({ params, body, request }) =>
    lockTask(context, params.task_id, { ...body, who: whoAsks(request) }),
  )
  mount(api, triageRoutes.unlockTask, ({ params, request }) => unlockTask(context, params.task_id, whoAsks(request)))
  mount(api, triageRoutes.createOverride, async ({ body, request }) => {
    const override = await addOverride(context, body, whoAsks(request))
    return override.ok ? ok({ override: override.value }) : override
  })
  mount(api, triageRoutes.listOverrides, async ({ query: { applied = null, task_id: taskId = null, ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const { rows, next } = await context.overrides.list({ applied, taskId, ...page.value })
    return ok({ overrides: [...rows], next_cursor: next })
  })
  mount(api, triageRoutes.deleteOverride, async ({ params }) => gone(await removeOverride(context, params.id)))
}

function mountMemories(api: Api, context: TriageContext): void {
  mount(api, triageRoutes.listMemories, async () => ok({ memories: await context.memories.all() }))
  mount(api, triageRoutes.createMemory, async ({ body }) => asAnswer(await addMemory(context, body.body)))
  mount(api, triageRoutes.changeMemory, async ({ params, body }) =>
    asAnswer(await changeMemory(context, params.id, body.body)),
  )
  mount(api, triageRoutes.deleteMemory, async ({ params }) => gone(await removeMemory(context, params.id)))
}

function asAnswer(memory: Result<Memory, Refusal>): Result<MemoryAnswer, Refusal> {
  return memory.ok ? ok({ memory: memory.value }) : memory
}

/** Every removal answers the same. */
function gone(removed: Result<null, Refusal>): Result<Removed, Refusal> {
  return removed.ok ? ok({ ok: true }) : removed
}
