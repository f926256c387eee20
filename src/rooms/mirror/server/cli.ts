// The gateway commands of `orrery`: how the connection stands, the gateway's jobs, and their runs.
import { InvalidArgumentError, type Command } from 'commander'
import { printable } from '#base/printable.ts'
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { GatewayJob, GatewayRun, GatewayStatus } from '../contract.ts'
import { gatewayRoutes } from './bound-routes.ts'

/** The gateway commands, and doctor's look at the gateway. */
export const mirrorCli: CliRoom = {
  name: 'mirror',
  addCommands: (program, { cli }) => addGatewayCommands(program, cli),
  checks: (ground) => [
    async () => {
      const { checkGateway } = await import('#platform/server/cli/doctor/network-checks.ts')
      return checkGateway(ground.config.gateway, ground)
    },
  ],
}

/** Adds the commands to the program. */
export function addGatewayCommands(program: Command, cli: Cli): void {
  const gateway = program
    .command('gateway')
    .summary('look at the agent gateway')
    .description('See how the connection to the OpenClaw gateway stands, its jobs and their runs.')
  gateway
    .command('status')
    .summary('how the connection stands')
    .description('Tell how the connection to the gateway stands; the exit code is 1 while there is none.')
    .action(async () => showStatus(cli))
  gateway
    .command('jobs')
    .summary('list its jobs')
    .description('List the jobs of the gateway with when they ran, run next, and what was late or missed.')
    .option('-a, --all', 'those that are gone, too')
    .action(async (options: { all?: boolean }) => listJobs(cli, options.all ?? false))
  gateway
    .command('runs')
    .summary('list runs of its jobs')
    .description('List finished runs as the gateway tells them now, newest first.')
    .option('-j, --job <id>', 'only of this job, by its full id')
    .option('-n, --limit <count>', 'how many at most', parseLimit, 20)
    .action(async (options: { job?: string; limit: number }) => listRuns(cli, options))
}

function parseLimit(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 200) return count
  throw new InvalidArgumentError('It must be a whole number from 1 to 200.')
}

async function showStatus(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(gatewayRoutes.readStatus)
  cli.output.result(answer, statusLines(answer.status).map(printable).join('\n'))
  if (answer.status.state !== 'connected') cli.exitCode = exitCodes.refused.code
}

function statusLines({
  url,
  state,
  version,
  since,
  problem,
  next_try_at: next,
  mirror,
  usage_today: usage,
}: GatewayStatus) {
  const nowMs = systemClock.now()
  const first =
    state === 'connected'
      ? `connected to OpenClaw ${version} at ${url} for ${since === null ? 'a moment' : ago(since, nowMs)}`
      : `not connected to ${url}`
  const why = problem === null ? [] : [problem.reason, problem.hint]
  const again = next === null ? [] : [`tried again in ${shortSpan(Math.max(0, fromIso(next) - nowMs))}`]
  const { jobs, last_read_at: read, way } = mirror
  const seen = read === null ? 'jobs were not read yet' : `${jobs} jobs, read ${ago(read, nowMs)} ago by the ${way}`
  const failed = mirror.problem === null || problem !== null ? [] : [mirror.problem.reason, mirror.problem.hint]
  return [first, ...why, ...again, seen, ...failed, `${usage.total_tokens} tokens today`]
}

function ago(at: string, nowMs: number): string {
  return shortSpan(nowMs - fromIso(at))
}

async function listJobs(cli: Cli, all: boolean): Promise<void> {
  const answer = await cli.api.ask(gatewayRoutes.listJobs)
  const jobs = answer.jobs.filter(({ gone_at: gone }) => all || gone === null)
  const nowMs = systemClock.now()
  const table = formatTable(
    jobs,
    [
      { title: 'STATE', text: stateOf },
      { title: 'LAST', text: ({ last_run_at: at }) => (at === null ? '–' : ago(at, nowMs)) },
      { title: 'NEXT', text: ({ next_run_at: at }) => (at === null ? '–' : `in ${shortSpan(fromIso(at) - nowMs)}`) },
      { title: 'FLAGS', text: flagsOf },
      { title: 'NAME', text: ({ name }) => name, shrinks: { minimum: 12 } },
      { title: 'SCHEDULE', text: ({ schedule }) => schedule },
      { title: 'JOB', text: ({ id }) => id },
    ],
    cli.output.width,
  )
  cli.output.result({ jobs }, jobs.length === 0 ? '' : table)
  if (jobs.length === 0) cli.output.note('The gateway has no jobs, or was not reached yet: orrery gateway status')
}

function stateOf({ gone_at: gone, enabled, running }: GatewayJob): string {
  if (gone !== null) return 'gone'
  if (running) return 'running'
  return enabled ? 'on' : 'off'
}

function flagsOf({ overdue, missed, late_runs: late, read_only: own }: GatewayJob): string {
  const flags = [
    overdue ? 'overdue' : '',
    missed.length === 0 ? '' : `${missed.length} missed`,
    late.length === 0 ? '' : `${late.length} late`,
    own ? 'system' : '',
  ]
  return flags.filter((flag) => flag !== '').join(', ')
}

async function listRuns(cli: Cli, { job, limit }: { job?: string; limit: number }): Promise<void> {
  const answer = await cli.api.ask(gatewayRoutes.listRuns, { query: { limit, job } })
  const nowMs = systemClock.now()
  const table = formatTable(
    answer.runs,
    [
      { title: 'STATUS', text: statusOf },
      { title: 'BEGAN', text: ({ started_at: at }) => `${ago(at, nowMs)} ago` },
      { title: 'TOOK', text: ({ duration_ms: ms }) => shortSpan(ms) },
      { title: 'TOKENS', text: ({ usage }) => (usage === null ? '–' : String(usage.total_tokens)) },
      { title: 'JOB', text: ({ job_name: name }) => name },
      {
        title: 'SAID',
        text: ({ error, delivery_error: undelivered, summary }) => error ?? undelivered ?? summary ?? '',
        shrinks: { minimum: 20 },
      },
    ],
    cli.output.width,
  )
  cli.output.result(answer, answer.runs.length === 0 ? '' : table)
  if (answer.runs.length === 0) cli.output.note('No runs yet.')
}

function statusOf({ status, completion_status: completion, manual }: GatewayRun): string {
  const words = status === 'ok' && completion === 'failed' ? 'not delivered' : status
  return manual ? `${words} (manual)` : words
}
