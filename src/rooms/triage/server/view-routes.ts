// What triage shows: lanes, why a task is where it is, learning, and the morning's NOW lane.
import { err, ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { Lane } from '../contract.ts'
import type { MorningAnswer } from '../contract/views.ts'
import { triageRoutes } from './bound-routes.ts'
import type { TriageContext } from './context.ts'
import { unknownTask } from './corrections.ts'
import { explainTask } from './views/explain-task.ts'
import { readLanes } from './views/lanes-view.ts'
import { readLearning } from './views/learning-view.ts'

export function mountViews(api: Api, context: TriageContext): void {
  mount(api, triageRoutes.readLanes, async () => ok(await readLanes(context)))
  mount(api, triageRoutes.readMorning, async ({ query }) => ok(await readMorning(context, query.lanes ?? [])))
  mount(api, triageRoutes.explainTask, async ({ params: { task_id: id } }) => {
    const explanation = await explainTask(context, id)
    return explanation === null ? err(unknownTask(id)) : ok({ explanation })
  })
  mount(api, triageRoutes.readLearning, async () => ok(await readLearning(context)))
}

async function readMorning(context: TriageContext, wanted: readonly Lane[]): Promise<MorningAnswer> {
  const { lanes, state } = await readLanes(context)
  const [now, next, later] = lanes.map(({ entries }) => entries)
  return {
    run: state.last,
    now: now ?? [],
    next: wanted.includes('next') ? (next ?? []) : null,
    later: wanted.includes('later') ? (later ?? []) : null,
  }
}
