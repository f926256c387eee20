// `orrery triage lock | unlock | override`.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CorrectionRequest, Lane, ScoreOverride } from '../../contract.ts'
import { triageRoutes } from '../bound-routes.ts'

type LockOptions = { readonly lane: Lane; readonly reason?: string }

export async function lockTask(cli: Cli, id: string, { lane, reason }: LockOptions): Promise<void> {
  const body = { lane, ...(reason === undefined ? {} : { reason }) }
  const answer = await cli.api.ask(triageRoutes.lockTask, { params: { task_id: id }, body })
  cli.output.result(answer, `${id} is locked at ${lane.toUpperCase()}`)
}

export async function unlockTasks(cli: Cli, ids: readonly string[]): Promise<void> {
  const overrides: ScoreOverride[] = []
  for (const id of ids) {
    const { override: unlocked } = await cli.api.ask(triageRoutes.unlockTask, { params: { task_id: id } })
    overrides.push(unlocked)
  }
  cli.output.result({ overrides }, ids.map((id) => `${id} is unlocked`).join('\n'))
}

export async function override(cli: Cli, body: CorrectionRequest): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.createOverride, { body })
  const { task_id: task, dimension, old_value: from, new_value: to } = answer.override
  cli.output.result(answer, `${task} ${dimension} ${from === null ? '' : `${from} to `}${to}`)
  if (dimension !== 'locked') cli.output.note('The next run obeys it: orrery triage run')
}
