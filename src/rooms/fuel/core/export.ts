// Sums as lines of a file, for the page and the command line alike.
import { csvLine } from '#base/csv.ts'
import type { UsageGroupRow } from '../contract.ts'

const head = [
  'id',
  'label',
  'agent',
  'models',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'tokens',
  'cost_usd',
  'unpriced_tokens',
]

/** An unknown cost is an empty cell. */
export function csvOfUsage(groups: readonly UsageGroupRow[]): string {
  const lines = groups.map((row) =>
    csvLine([
      row.id,
      row.label,
      row.agent,
      row.models.join(' '),
      row.input,
      row.output,
      row.cache_read,
      row.cache_write,
      row.tokens,
      row.cost_usd,
      row.unpriced_tokens,
    ]),
  )
  return csvLine(head) + lines.join('')
}
