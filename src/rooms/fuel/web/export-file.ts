// Saves sums as a file.
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { readUsage } from '../api.ts'
import type { UsageGroup } from '../contract.ts'
import { csvOfUsage } from '../core/export.ts'

type Days = { readonly from: string; readonly to: string }

export async function exportUsage(by: UsageGroup, { from, to }: Days): Promise<void> {
  const answer = await call(readUsage, { query: { by, from, to } })
  if (!answer.ok) return report('Not exported', answer.error)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvOfUsage(answer.value.groups)], { type: 'text/csv' }))
  link.download = `fuel-by-${by}-${from}-${to}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
