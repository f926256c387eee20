// Saves what happened as a file.
import { minuteMs } from '#base/time.ts'
import { callBytes } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { exportActivity } from '../api.ts'
import type { ActivityExportQuery } from '../contract.ts'
import { queryOf, type Filters } from './filters.ts'

/** A million rows on a slow line. */
const exportTimeoutMs = 15 * minuteMs

export async function exportFile(filters: Filters, format: ActivityExportQuery['format']): Promise<void> {
  const answer = await callBytes(exportActivity, {
    query: { ...queryOf(filters, Date.now()), format },
    timeoutMs: exportTimeoutMs,
  })
  if (!answer.ok) return report('Not exported', answer.error)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([answer.value.bytes]))
  link.download = `activity.${format}`
  link.click()
  URL.revokeObjectURL(link.href)
}
