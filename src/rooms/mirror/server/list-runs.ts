// GET /api/gateway/runs: a page of what the gateway itself remembers.
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { GatewayClient } from '#platform/server/gateway/client.ts'
import type { GatewayCommand } from '#platform/server/gateway/command.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { GatewayRunList, GatewayRunQuery } from '../contract.ts'
import { strandIdOf } from '../core/strand-id.ts'
import type { MirrorCycle } from './cycle.ts'
import { parseRuns } from './upstream-schema.ts'
import { toRunView } from './views.ts'

export type ListRunsParts = {
  readonly client: Pick<GatewayClient, 'request' | 'state'>
  readonly command: GatewayCommand
  readonly cycle: Pick<MirrorCycle, 'known' | 'runIdOf'>
}

/** Below what the page waits for an answer. */
const commandMs = 15 * secondMs

/** Refuses `gateway_unavailable`, and `not_found` for a job that the gateway does not have. */
export async function listRuns(parts: ListRunsParts, query: GatewayRunQuery): Promise<Result<GatewayRunList, Refusal>> {
  const answer = await ask(parts, query)
  if (!answer.ok) return err(refusalOf(answer.error))
  const page = parseRuns(answer.value)
  if (page === null) return err(notUnderstood)
  const known = parts.cycle.known()
  const runs = page.items.map((record) => {
    const job = known.get(record.jobId)
    return toRunView(record, {
      runId: parts.cycle.runIdOf(record),
      strandId: job?.strandId ?? strandIdOf(record.jobId, () => false),
      jobName: job?.job.name ?? record.jobId,
    })
  })
  return ok({ runs, next_cursor: page.nextOffset === null ? null : String(page.nextOffset) })
}

async function ask(
  { client, command }: ListRunsParts,
  { job, limit, cursor }: GatewayRunQuery,
): Promise<Result<unknown, GatewayProblem>> {
  const offset = cursor === undefined ? {} : { offset: Number(cursor) }
  const which = job === undefined ? { scope: 'all' } : { id: job }
  const answer = await client.request('cron.runs', { ...which, limit, ...offset })
  if (client.state().kind === 'connected' || job === undefined || cursor !== undefined) return answer
  const argv = ['cron', 'runs', '--id', job, '--limit', String(limit), '--json']
  return command.run(argv, { timeoutMs: commandMs })
}

function refusalOf({ code, reason, hint }: GatewayProblem): Refusal {
  if (code === 'unknown_job') return { error: 'not_found', reason, hint }
  return { error: 'gateway_unavailable', reason, hint }
}

const notUnderstood: Refusal = {
  error: 'gateway_unavailable',
  reason: 'The gateway answers in a form that is not understood.',
  hint: 'Bring OpenClaw and Orrery to versions that fit.',
}
