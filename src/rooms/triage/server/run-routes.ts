// Runs of triage over HTTP: start, list, look at, cancel.
import { err, ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import { pageRequest } from '#platform/server/http/pages.ts'
import type { TriageRun } from '../contract.ts'
import { triageRoutes } from './bound-routes.ts'
import type { TriageContext } from './context.ts'
import { runElsewhere } from './run/in-progress.ts'
import type { Runner } from './run/runner.ts'
import { unknownRun } from './run/unknown-run.ts'

export function mountRuns(api: Api, context: TriageContext, runner: Runner): void {
  mount(api, triageRoutes.startTriageRun, async ({ query, request }) => {
    const started = await runner.start({ triggerBy: 'api', who: whoAsks(request), dryRun: query.dry_run })
    return started.ok ? ok({ run_id: started.value.id }) : started
  })
  mount(api, triageRoutes.cancelTriageRun, {
    /** Its service alone can cancel it. Of one that is over every service says so. */
    owner: async ({ params: { id } }) => {
      const there = await runElsewhere(context)
      return there !== null && String(there.id) === String(id) ? there.node : null
    },
    async handle({ params }) {
      const run = await runner.cancel(params.id)
      return run.ok ? ok({ run: run.value }) : run
    },
  })
  mount(api, triageRoutes.applyTriageRun, async ({ params, request }) => {
    const run = await runner.apply(params.id, whoAsks(request))
    return run.ok ? ok({ run: run.value }) : run
  })
  mountReading(api, context)
}

function mountReading(api: Api, context: TriageContext): void {
  mount(api, triageRoutes.listTriageRuns, async ({ query: { status = null, ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const { rows, next } = await context.runs.list({ status, ...page.value })
    const total = await context.runs.count()
    return ok({ runs: rows.map((run) => asItGoes(context, run)), total, next_cursor: next })
  })
  mount(api, triageRoutes.readTriageRun, async ({ params: { id } }) => {
    const run = await context.runs.find(id)
    return run === null ? err(unknownRun(id)) : ok({ run: asItGoes(context, run) })
  })
}

/** The run with its progress, if it is the one that goes on. */
function asItGoes<R extends TriageRun>(context: TriageContext, run: R): R {
  const running = context.running()
  return running?.id === run.id && run.status === 'running' ? { ...run, progress: running.progress } : run
}
