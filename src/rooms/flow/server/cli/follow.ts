// Watches a run to its end: what its steps write on stdout, how they stand on stderr.
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import { systemClock } from '#platform/server/clock.ts'
import { pause } from '#platform/server/pause.ts'
import type { RunDetail, RunStep } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { fetchRun } from './api.ts'
import { createOutputReader } from './output-reader.ts'
import { colourOf, isOver, standingOf, tookOf } from './words.ts'

/** Quick enough for an eye that watches, and one small request each. */
const followEveryMs = 400

type Followed = {
  readonly runId: string
  /** Only this step's output; null for all, each line after the name of its step. */
  readonly stepId: string | null
}

/** Sets the exit code by the outcome. Ends early, without harm to the run, when the person interrupts. */
export async function followRun(cli: Cli, { runId, stepId }: Followed): Promise<void> {
  const interrupted = cli.process.catchSignals()
  const reader = createOutputReader(cli)
  const told = new Map<string, string>()
  let answer = await fetchRun(cli, runId)
  for (;;) {
    for (const step of answer.steps.filter(({ step_id: id }) => stepId === null || id === stepId)) {
      const text = cli.output.json ? '' : await reader.next(step)
      cli.output.raw(stepId === null ? prefixed(step.step_id, text) : text)
      tellStep(cli, step, told)
    }
    if (isOver(answer.run) || interrupted.aborted) break
    await pause(followEveryMs, interrupted)
    if (!interrupted.aborted) answer = await fetchRun(cli, runId)
  }
  tellEnd(cli, answer)
}

function prefixed(stepId: string, text: string): string {
  if (text === '') return ''
  const lines = text.replace(/\n$/, '').split('\n')
  return `${lines.map((line) => `${stepId} | ${line}`).join('\n')}\n`
}

/** Each change of a step once. */
function tellStep(cli: Cli, step: RunStep, told: Map<string, string>): void {
  const word = step.reused ? 'taken over' : standingOf(step)
  if (word === 'queued' || told.get(step.step_id) === `${word} ${step.attempt}`) return
  told.set(step.step_id, `${word} ${step.attempt}`)
  const attempt = step.attempt > 1 ? `, try ${step.attempt}` : ''
  const took = isOver({ status: step.status as 'success' }) ? ` ${tookOf(step, systemClock.now())}` : ''
  const why = step.error ?? step.caveat?.reason
  const error = why === undefined ? '' : `: ${why}`
  cli.output.note(`${step.step_id}: ${word}${took.trimEnd()}${attempt}${error}`)
}

function tellEnd(cli: Cli, answer: RunDetail): void {
  const { run } = answer
  if (!isOver(run)) {
    cli.output.note(`It goes on without you. Stop it with: orrery strand cancel ${shellWord(run.run_id)}`)
    return
  }
  const outcome = outcomeOf(run)
  if (outcome !== 'success') cli.exitCode = exitCodes[outcome === 'not_set_up' ? 'unavailable' : 'refused'].code
  cli.output.result(answer, '')
  const why = run.error ?? run.caveat?.reason
  const error = why === undefined ? '' : `: ${why}`
  cli.output.note(
    `${cli.output.paint(colourOf(outcome), standingOf(run))} after ${tookOf(run, systemClock.now())}${error}`,
  )
  if (run.status === 'failed')
    cli.output.note(`Go on where it failed with: orrery strand retry ${shellWord(run.run_id)}`)
}
