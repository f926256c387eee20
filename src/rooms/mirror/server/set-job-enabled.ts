// Switches a job upstream by the gateway's command: as specified first, then in the form that this version takes.
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { GatewayCommand } from '#platform/server/gateway/command.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { SetJobEnabled } from '#rooms/flow/contract.ts'
import type { MirrorCycle } from './cycle.ts'
import { parseJobs } from './upstream-schema.ts'

export type SwitchParts = {
  readonly command: GatewayCommand
  readonly cycle: Pick<MirrorCycle, 'known' | 'applyJob'>
  /** Reads everything again, soon. */
  readonly refresh: () => void
}

/** Two calls fit into the time that the page waits for an answer. */
const commandMs = 9 * secondMs

export function createSetJobEnabled({ command, cycle, refresh }: SwitchParts): SetJobEnabled {
  /** How this version of the command takes the id: by option, as specified, until it says that it knows none. */
  let form: 'option' | 'argument' = 'option'

  async function send(verb: string, jobId: string): Promise<Result<unknown, GatewayProblem>> {
    if (form === 'option') {
      const answer = await command.act(['cron', verb, '--id', jobId], { timeoutMs: commandMs })
      if (answer.ok || answer.error.code !== 'unknown_option') return answer
    }
    const answer = await command.act(['cron', verb, jobId], { timeoutMs: commandMs })
    // Remembered only when it worked: the command may be replaced by another version at any time.
    form = answer.ok ? 'argument' : 'option'
    return answer
  }

  return async (jobId, enabled) => {
    const known = cycle.known().get(jobId)
    if (known === undefined || known.goneAtMs !== null) return err(unknownJob)
    if (known.job.isSystem) return err(systemJob)
    const answer = await send(enabled ? 'enable' : 'disable', jobId)
    // Without an answer nobody knows what became of it.
    refresh()
    if (!answer.ok) return err(refusalOf(answer.error))
    // A version that prints no job has said by its exit code that it did what it was told.
    const told = parseJobs({ jobs: [answer.value] })?.items.find(({ id }) => id === jobId)
    await cycle.applyJob({ ...(told ?? known.job), enabled })
    return ok(null)
  }
}

const unknownJob: Refusal = {
  error: 'not_found',
  reason: 'The gateway has no such job any more.',
  hint: 'Its runs stay in the history.',
}

const systemJob: Refusal = {
  error: 'conflict',
  reason: "This job is the gateway's own, and is only shown here.",
  hint: "Change it in the gateway's settings.",
}

function refusalOf({ code, reason, hint }: GatewayProblem): Refusal {
  if (code === 'unknown_job') return unknownJob
  return { error: 'gateway_unavailable', reason, hint }
}
