// What needs a person in the palette: found by its title, what it asks and what it belongs to.
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import { groupText, groupTitle } from '../core/words.ts'
import { dotOf } from '../core/dot-of.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { openInbox } from './inbox-state.ts'
import { inbox } from './inbox-store.ts'

/** More would push what is found elsewhere out of sight. */
const mostFound = 5

export const inboxSource: PaletteSource = { group: 'Needs you', search: findInNeed }

function findInNeed(query: string): PaletteItem[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return inbox
    .get()
    .sections.flatMap(({ groups }) => groups)
    .flatMap((group) => {
      const [first] = group.items
      const title = groupTitle(group)
      const text = groupText(group, formatMoment)
      const rank = rankMatch(words, ['Needs you', title, text ?? '', first.about?.title ?? ''])
      return rank === null ? [] : [{ group, title, text, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostFound)
    .map(({ group: { id, items }, title, text }) => ({
      id: `inbox:${id}`,
      title,
      meta: text ?? '',
      dot: dotOf[items[0].kind],
      run: () => openInbox(items[0].id),
    }))
}
