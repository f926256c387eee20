// Which rows have the words that somebody looks for.
import { isWanted, searchWords, wordsToFind } from '#base/search-words.ts'
import type { ActivityRow } from '../contract.ts'
import { actorName } from './words.ts'

/** Each word has to be there, as a word or as the beginning of one; null and a text without a word let all rows through. */
export function wordFilter(text: string | null): (row: ActivityRow) => boolean {
  const wanted = wordsToFind(text ?? '')
  if (wanted.length === 0) return () => true
  return (row) => {
    const { subject, actor, kind, device_id: device } = row
    const shown = [subject.label, row.text, actorName(actor), subject.id, kind, device ?? ''].join('\n')
    const forms = [...searchWords(shown)].flatMap((word) => word.forms)
    return wanted.every((word) => forms.some((form) => isWanted(form, [word])))
  }
}
