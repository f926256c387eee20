// `orrery strand run | cancel | retry`.
import type { Json } from '#base/json.ts'
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { readText } from '#platform/server/cli/read-text.ts'
import { jsonSchema } from '#platform/contract.ts'
import { flowRoutes } from '../bound-routes.ts'
import { findStrand } from './api.ts'
import { followRun } from './follow.ts'

export type StrandRunFlags = {
  readonly input?: string
  readonly inputFile?: string
  readonly runId?: string
  readonly follow?: boolean
}

export async function runStrand(cli: Cli, name: string, options: StrandRunFlags): Promise<void> {
  const input = await readInput(cli, options)
  const strand = await findStrand(cli, name)
  const body = {
    ...(input === undefined ? {} : { input }),
    ...(options.runId === undefined ? {} : { run_id: options.runId }),
  }
  const started = await cli.api.ask(flowRoutes.runStrand, { params: { id: strand.id }, body })
  await tellStarted(cli, started, options.follow === true)
}

export async function retryRun(cli: Cli, runId: string, isFollowed: boolean): Promise<void> {
  const started = await cli.api.ask(flowRoutes.retryRun, { params: { id: runId } })
  await tellStarted(cli, started, isFollowed)
}

/** The id alone on stdout, so that `orrery strand logs -f $(orrery strand run …)` works. */
async function tellStarted(cli: Cli, started: { run_id: string }, isFollowed: boolean): Promise<void> {
  const { run_id: runId } = started
  if (!isFollowed) {
    cli.output.result(started, runId)
    cli.output.note(`Watch it with: orrery strand logs -f ${shellWord(runId)}`)
    return
  }
  cli.output.note(`run ${runId}`)
  await followRun(cli, { runId, stepId: null })
}

export async function cancelRun(cli: Cli, runId: string): Promise<void> {
  const answer = await cli.api.ask(flowRoutes.cancelRun, { params: { id: runId } })
  cli.output.result(answer, `${runId} is ${answer.run.status}`)
}

async function readInput(cli: Cli, { input, inputFile }: StrandRunFlags): Promise<Json | undefined> {
  if (input !== undefined && inputFile !== undefined) {
    throw new CliError('usage', 'give --input or --input-file, not both')
  }
  if (input !== undefined) return parseInput(input, '--input')
  return inputFile === undefined ? undefined : parseInput(await readText(cli, inputFile), inputFile)
}

function parseInput(text: string, where: string): Json {
  try {
    return jsonSchema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const hints = [`As in: --input '{"repo":"acme/rocket"}'`]
    throw new CliError('usage', `${where} is no JSON: ${reason}`, { hints, cause: error })
  }
}
