// How what an item says begins where it is read on the page.
import type { InboxGroup } from '../core/arrange.ts'

/** Our own words begin as a sentence does; those of an agent or a program stay as they are. */
export function sentence({ items: [first, ...others] }: InboxGroup, text: string | null): string {
  if (text === null) return ''
  return first.subject.type === 'session' && others.length === 0 ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
