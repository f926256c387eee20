// What agents ask, in the palette, in the words of the command line: `approve` and `deny` lead to where all of it is seen.
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import { visible } from '../core/visible.ts'
import { approvals } from './approval-store.ts'
import { openApproval } from './approval-url.ts'

/** More would push what is found elsewhere out of sight. */
const mostFound = 8

export const approvalSource: PaletteSource = { group: 'Approvals', search: findAsks }

function findAsks(query: string): PaletteItem[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return approvals
    .all()
    .filter(({ state }) => state === 'open')
    .flatMap(({ id, summary, session_label: label }) =>
      (['approve', 'deny'] as const).flatMap((act) => {
        const title = `${act === 'approve' ? 'Approve' : 'Deny'} ${visible(summary)}`
        const rank = rankMatch(words, [title, label, 'approvals'])
        return rank === null ? [] : [{ id, act, title, label, rank }]
      }),
    )
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostFound)
    .map(({ id, act, title, label }) => ({
      id: `approval:${id}:${act}`,
      title,
      meta: visible(label),
      dot: 'awaiting_review',
      run: () => openApproval(id, act),
      copyText: `orrery ${act} ${id}`,
    }))
}
