// Saves the whole output of a step as a file. By a request of ours, since a plain link carries no login.
import { minuteMs } from '#base/time.ts'
import { callBytes } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import type { RunStep } from '../../contract.ts'
import { readStepOutput } from '../../api.ts'

/** A hundred megabytes over a slow line. */
const downloadTimeoutMs = 5 * minuteMs

export async function downloadOutput({ run_id: runId, step_id: stepId }: RunStep): Promise<void> {
  const answer = await callBytes(readStepOutput, {
    params: { id: runId, step_id: stepId },
    timeoutMs: downloadTimeoutMs,
  })
  if (!answer.ok) return report('Not downloaded', answer.error)
  const url = URL.createObjectURL(new Blob([answer.value.bytes], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${runId}-${stepId}.log`.replaceAll(/[^\w.@-]+/g, '-')
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(url), minuteMs)
}
