// `orrery strand logs`: what the steps of a run wrote.
import { nearest } from '#base/nearest.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { RunDetail, RunStep } from '../../contract.ts'
import { fetchRun } from './api.ts'
import { followRun } from './follow.ts'
import { createOutputReader } from './output-reader.ts'

type Wanted = { readonly runId: string; readonly stepId: string | null; readonly isFollowed: boolean }

export async function showLogs(cli: Cli, { runId, stepId, isFollowed }: Wanted): Promise<void> {
  const answer = await fetchRun(cli, runId)
  const steps = stepId === null ? answer.steps : [stepOf(answer, stepId)]
  if (isFollowed) return followRun(cli, { runId, stepId })
  const reader = createOutputReader(cli)
  const read: { readonly step: RunStep; readonly output: string }[] = []
  for (const step of steps) read.push({ step, output: await reader.next(step) })
  const told = read.map(({ step, output }) => ({ step_id: step.step_id, status: step.status, output }))
  if (cli.output.json) return cli.output.result({ run_id: runId, steps: told }, '')
  for (const { step, output } of read) {
    if (stepId === null && output !== '')
      cli.output.note(cli.output.paint('bold', `== ${step.step_id} (${step.status})`))
    cli.output.raw(output === '' || output.endsWith('\n') ? output : `${output}\n`)
  }
  if (read.every(({ output }) => output === '')) cli.output.note('It has written nothing.')
}

function stepOf({ steps, run }: RunDetail, stepId: string): RunStep {
  const step = steps.find(({ step_id: id }) => id === stepId)
  if (step !== undefined) return step
  const ids = steps.map(({ step_id: id }) => id)
  const meant = nearest(stepId, ids)
  throw new CliError('refused', `run ${run.run_id} has no step "${stepId}"`, {
    hints: [...(meant === null ? [] : [`Did you mean ${meant}?`]), `Its steps: ${ids.join(', ')}`],
  })
}
