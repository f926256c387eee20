// `orrery triage lock | unlock | override`.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { z } from 'zod'
import {
  lockAnswerSchema,
  overrideAnswerSchema,
  type createOverrideSchema,
  type Lane,
  type ScoreOverride,
} from '../../contract.ts'

type LockOptions = { readonly lane: Lane; readonly reason?: string }

export async function lockTask(cli: Cli, id: string, { lane, reason }: LockOptions): Promise<void> {
  const body = { lane, ...(reason === undefined ? {} : { reason }) }
  const answer = await cli.api.call({ method: 'POST', path: pathOf('lock', id), body, answer: lockAnswerSchema })
  cli.output.result(answer, `${id} is locked at ${lane.toUpperCase()}`)
}

export async function unlockTasks(cli: Cli, ids: readonly string[]): Promise<void> {
  const overrides: ScoreOverride[] = []
  for (const id of ids) {
    const call = { method: 'POST', path: pathOf('unlock', id), answer: lockAnswerSchema } as const
    overrides.push((await cli.api.call(call)).override)
  }
  cli.output.result({ overrides }, ids.map((id) => `${id} is unlocked`).join('\n'))
}

const pathOf = (what: 'lock' | 'unlock', id: string): string => `/api/triage/${what}/${encodeURIComponent(id)}`

export async function override(cli: Cli, body: z.input<typeof createOverrideSchema>): Promise<void> {
  const path = '/api/triage/overrides'
  const answer = await cli.api.call({ method: 'POST', path, body, answer: overrideAnswerSchema })
  const { task_id: task, dimension, old_value: from, new_value: to } = answer.override
  cli.output.result(answer, `${task} ${dimension} ${from === null ? '' : `${from} to `}${to}`)
  if (dimension !== 'locked') cli.output.note('The next run obeys it: orrery triage run')
}
