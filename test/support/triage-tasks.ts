// Twelve tasks for triage and what a model says of them: enough for NOW and NEXT, and a little for LATER.
import type { TriageRun } from '#rooms/triage/contract.ts'
import type { TriageModel } from './fake-triage-model.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

/** Impact, urgency, confidence, effort of T-1 and so on. */
const parts = [
  [5, 5, 4, 1],
  [5, 4, 4, 1],
  [5, 5, 3, 1],
  [4, 4, 4, 1],
  [5, 3, 4, 1],
  [3, 2, 3, 1],
  [3, 2, 3, 2],
  [2, 2, 2, 2],
  [2, 2, 2, 2],
  [2, 2, 2, 2],
  [2, 2, 2, 4],
  [2, 2, 2, 4],
] as const

/** T-1 to T-12, 'Task 1' to 'Task 12', the first scores most; an urgency of 5 would put T-5 into the second place. */
export async function fillTasks(service: Service, model: TriageModel): Promise<void> {
  for (const [at, [impact, urgency, confidence, effort]] of parts.entries()) {
    const id = `T-${at + 1}`
    model.scores.set(id, { impact, urgency, confidence, effort })
    await service.call('POST /api/tasks', { json: { id, title: `Task ${at + 1}` } })
  }
}

/** A run from its start to its end. */
export async function runTriage(service: Service): Promise<TriageRun> {
  const { json } = await service.call('POST /api/triage/runs')
  const read = async () => (await service.call(`GET /api/triage/runs/${String(json.run_id)}`)).json.run as TriageRun
  await until('the end of the run', async () => (await read()).status !== 'running')
  return read()
}
