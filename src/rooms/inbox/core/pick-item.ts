// Which item a person means by what they typed.
import { err, ok, type Result } from '#base/result.ts'
import type { InboxItem } from '../contract.ts'

/** By its id or its subject's, or by the beginning of one of these or of its title; else those that it could be. */
export function pickItem(items: readonly InboxItem[], typed: string): Result<InboxItem, readonly InboxItem[]> {
  const exact = items.filter(({ id, subject }) => id === typed || subject.id === typed)
  const wanted = typed.toLowerCase()
  const begins = items.filter(({ id, subject, title }) =>
    [id, subject.id, title].some((name) => name.toLowerCase().startsWith(wanted)),
  )
  const found = exact.length > 0 ? exact : begins
  const [only, ...others] = found
  return only !== undefined && others.length === 0 ? ok(only) : err(found)
}
