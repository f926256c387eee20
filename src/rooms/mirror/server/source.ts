// Reads jobs and runs from the gateway: over its socket, or by its command while that is down.
import { err, ok, type Result } from '#base/result.ts'
import { minuteMs, secondMs } from '#base/time.ts'
import type { GatewayClient, GatewayState } from '#platform/server/gateway/client.ts'
import type { GatewayCommand } from '#platform/server/gateway/command.ts'
import { problem, type GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { GatewayWay } from '../contract.ts'
import type { UpstreamJob, UpstreamRun } from '../core/upstream.ts'
import { parseJobs, parseRuns, type UpstreamPage } from './upstream-schema.ts'

export type JobsRead = {
  readonly jobs: readonly UpstreamJob[]
  readonly way: GatewayWay
  /** Records of an unknown form: the list then proves of no job that it is gone. */
  readonly dropped: number
}

export type RunsRequest = {
  readonly jobs: readonly UpstreamJob[]
  /** When the newest record that was read before was written, epoch milliseconds; null: nothing was read yet. */
  readonly newestMs: number | null
  /** Whether the newest run that a job tells of was read already. */
  readonly isRead: (job: UpstreamJob) => boolean
  readonly signal: AbortSignal
}

export interface UpstreamSource {
  jobs(signal: AbortSignal): Promise<Result<JobsRead, GatewayProblem>>
  /** The last `runsPerJob` of each job, and all since `newestMs`; in no order, and a run may come twice. */
  runs(request: RunsRequest): Promise<Result<readonly UpstreamRun[], GatewayProblem>>
}

export type SourceParts = {
  readonly client: Pick<GatewayClient, 'request' | 'state'>
  readonly command: GatewayCommand
  /** Resolves once the client is neither connecting nor off, or after a short while. */
  readonly settled: () => Promise<void>
}

export const runsPerJob = 10
/** The gateway's own bound for one answer. */
const pageSize = 200
/** Ten thousand records: a week of a busy gateway. Jobs whose runs lie behind them are asked one by one. */
const pageLimit = 50
/** Records come in the order of their ends; a clock that is set back by less does no harm. */
const overlapMs = minuteMs
/** A list of jobs that does not end is no list. */
const jobPageLimit = 50
/** A call of the command takes a second, and up to six on a busy machine. */
const commandMs = 20 * secondMs
/** Each call of the command is a program of its own that keeps a processor busy. */
const commandsAtOnce = 2
const requestsAtOnce = 4

export function createSource(parts: SourceParts): UpstreamSource {
  const { client } = parts
  return {
    async jobs(signal) {
      await parts.settled()
      if (client.state().kind === 'connected') {
        const read = await jobsBySocket(parts)
        if (read.ok || !isLost(read.error)) return read
      }
      const read = await jobsByCommand(parts, signal)
      return read.ok ? read : err(bothFailed(client.state(), read.error))
    },
    async runs(request) {
      if (client.state().kind === 'connected') {
        const read = await runsBySocket(parts, request)
        if (read.ok || !isLost(read.error)) return read
      }
      const open = request.jobs.filter((job) => !request.isRead(job))
      return eachJob(open, {
        ...request,
        atOnce: commandsAtOnce,
        read: (job) => runsByCommand(parts, job, request.signal),
      })
    },
  }
}

/** The other way may still work. */
function isLost({ code }: GatewayProblem): boolean {
  return code === 'unreachable' || code === 'timed_out'
}

/** Why the socket failed says more than that there is no command besides. */
function bothFailed(state: GatewayState, ofCommand: GatewayProblem): GatewayProblem {
  if (state.kind !== 'waiting' || ofCommand.code !== 'not_installed') return ofCommand
  const { code, reason, hint } = state.problem
  return { code: code === 'unreachable' ? ofCommand.code : code, reason: `${reason} ${ofCommand.reason}`, hint }
}

async function jobsBySocket({ client }: SourceParts): Promise<Result<JobsRead, GatewayProblem>> {
  const jobs: UpstreamJob[] = []
  let dropped = 0
  let offset: number | null = 0
  for (let pages = 0; offset !== null; pages++) {
    if (pages === jobPageLimit) return err(problem('bad_answer', 'The list of jobs does not end.'))
    const params: object = { includeDisabled: true, limit: pageSize, offset }
    const page: Result<UpstreamPage<UpstreamJob>, GatewayProblem> = readPage(
      await client.request('cron.list', params),
      parseJobs,
    )
    if (!page.ok) return page
    jobs.push(...page.value.items)
    dropped += page.value.dropped
    offset = page.value.nextOffset
  }
  return ok({ jobs, dropped, way: 'socket' })
}

async function jobsByCommand({ command }: SourceParts, signal: AbortSignal): Promise<Result<JobsRead, GatewayProblem>> {
  const answer = await command.run(['cron', 'list', '--all', '--json'], { timeoutMs: commandMs, signal })
  const page = readPage(answer, parseJobs)
  if (!page.ok) return page
  const { items, dropped, nextOffset } = page.value
  // The command can't be asked for a second page: what is missing may lie there.
  return ok({ jobs: items, dropped: dropped + (nextOffset === null ? 0 : 1), way: 'command' })
}

async function runsBySocket(
  parts: SourceParts,
  request: RunsRequest,
): Promise<Result<readonly UpstreamRun[], GatewayProblem>> {
  const runs: UpstreamRun[] = []
  const counts = new Map<string, number>()
  let offset: number | null = 0
  for (let pages = 0; offset !== null && pages < pageLimit; pages++) {
    const params: object = { scope: 'all', limit: pageSize, offset }
    const page: Result<UpstreamPage<UpstreamRun>, GatewayProblem> = readPage(
      await parts.client.request('cron.runs', params),
      parseRuns,
    )
    // A version that does not know the question for all jobs knows the one for each.
    if (!page.ok && page.error.code === 'refused' && pages === 0) return eachBySocket(parts, request, request.jobs)
    if (!page.ok) return page
    for (const run of page.value.items) {
      const count = (counts.get(run.jobId) ?? 0) + 1
      counts.set(run.jobId, count)
      if (count <= runsPerJob || isNew(run, request)) runs.push(run)
    }
    // Newest first: what follows is older still.
    if (page.value.items.some((run) => isLongRead(run, request))) return ok(runs)
    offset = page.value.nextOffset
  }
  if (offset === null) return ok(runs)
  const behind = request.jobs.filter((job) => (counts.get(job.id) ?? 0) < runsPerJob)
  const rest = await eachBySocket(parts, request, behind)
  return rest.ok ? ok([...runs, ...rest.value]) : rest
}

function eachBySocket(parts: SourceParts, request: RunsRequest, jobs: readonly UpstreamJob[]) {
  const open = jobs.filter((job) => !request.isRead(job))
  return eachJob(open, { ...request, atOnce: requestsAtOnce, read: (job) => runsOfJob(parts, job) })
}

function isNew({ ts }: UpstreamRun, { newestMs }: RunsRequest): boolean {
  return newestMs !== null && ts > newestMs
}

function isLongRead({ ts }: UpstreamRun, { newestMs }: RunsRequest): boolean {
  return newestMs !== null && ts < newestMs - overlapMs
}

async function runsOfJob(
  { client }: SourceParts,
  job: UpstreamJob,
): Promise<Result<readonly UpstreamRun[], GatewayProblem>> {
  return itemsOf(await client.request('cron.runs', { id: job.id, limit: runsPerJob }))
}

async function runsByCommand(
  { command }: SourceParts,
  job: UpstreamJob,
  signal: AbortSignal,
): Promise<Result<readonly UpstreamRun[], GatewayProblem>> {
  const argv = ['cron', 'runs', '--id', job.id, '--limit', String(runsPerJob), '--json']
  return itemsOf(await command.run(argv, { timeoutMs: commandMs, signal }))
}

function itemsOf(answer: Result<unknown, GatewayProblem>): Result<readonly UpstreamRun[], GatewayProblem> {
  const page = readPage(answer, parseRuns)
  if (page.ok) return ok(page.value.items)
  // Removed a moment ago: its runs went with it.
  return page.error.code === 'unknown_job' ? ok([]) : page
}

function readPage<T>(
  answer: Result<unknown, GatewayProblem>,
  parse: (answer: unknown) => UpstreamPage<T> | null,
): Result<UpstreamPage<T>, GatewayProblem> {
  if (!answer.ok) return answer
  const page = parse(answer.value)
  return page === null ? err(problem('bad_answer', 'The gateway answers in a form that is not understood.')) : ok(page)
}

type EachJob = {
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly read: (job: UpstreamJob) => Promise<Result<readonly UpstreamRun[], GatewayProblem>>
}

/** Asks for each job, a few at once. One job that fails spoils no other; only when the first failed is nothing gained. */
async function eachJob(
  jobs: readonly UpstreamJob[],
  { atOnce, signal, read }: EachJob,
): Promise<Result<readonly UpstreamRun[], GatewayProblem>> {
  const runs: UpstreamRun[] = []
  const queue = [...jobs]
  let failure: GatewayProblem | null = null
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      if (signal.aborted) return
      const answer = await read(job)
      if (answer.ok) runs.push(...answer.value)
      else failure ??= answer.error
      // A gateway that went away would cost a time limit for each job.
      if (!answer.ok && isLost(answer.error)) queue.length = 0
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failure === null || runs.length > 0 ? ok(runs) : err(failure)
}
