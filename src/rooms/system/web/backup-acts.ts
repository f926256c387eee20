// What the page does to backups.
import { minuteMs } from '#base/time.ts'
import { call, callBytes } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { makeBackup, readBackup, removeBackup } from '../api.ts'
import type { Backup } from '../contract.ts'

/** The service answers within 20 s; a busy machine takes longer. */
const makeTimeoutMs = minuteMs
/** Some gigabytes over a slow line. */
const downloadTimeoutMs = 30 * minuteMs

/** Null once it is made, or goes on by itself. */
export async function startBackup(): Promise<Problem | null> {
  const answer = await call(makeBackup, { body: {}, timeoutMs: makeTimeoutMs })
  return answer.ok ? null : answer.error
}

/** By a request of ours, since a plain link carries no login. */
export async function downloadBackup({ id }: Backup): Promise<void> {
  const answer = await callBytes(readBackup, { params: { id }, timeoutMs: downloadTimeoutMs })
  if (!answer.ok) return report('Not downloaded', answer.error)
  const url = URL.createObjectURL(new Blob([answer.value.bytes], { type: 'application/gzip' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `orrery-${id}.tar.gz`
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(url), minuteMs)
}

export async function deleteBackup({ id, state }: Backup): Promise<void> {
  const answer = await call(removeBackup, { params: { id } })
  if (!answer.ok) report(state === 'running' ? 'Not cancelled' : 'Not deleted', answer.error)
}
