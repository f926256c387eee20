// The part of the inbox that a person filters for, the same on the page, the command line and in the API.
import type { InboxItem, InboxSectionId } from '../contract.ts'
import { sectionOfKind, type Inbox, type InboxGroup } from './arrange.ts'

export type InboxFilter = {
  /** An item has to hold all of its words, in any of its texts. */
  readonly q: string
  /** Null for all of them. */
  readonly section: InboxSectionId | null
}

export const isFiltering = ({ q, section }: InboxFilter): boolean => q.trim() !== '' || section !== null

/** A group keeps its place and its name, with those of its items that are left. Counts go on telling of the whole. */
export function narrow(inbox: Inbox, filter: InboxFilter): Inbox {
  if (!isFiltering(filter)) return inbox
  const words = filter.q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const isMeant = (item: InboxItem) =>
    (filter.section === null || sectionOfKind[item.kind] === filter.section) && holds(item, words)
  const sections = inbox.sections.flatMap(({ id, groups }) => {
    const left = groups.flatMap((group) => partOf(group, isMeant) ?? [])
    const count = left.reduce((sum, { items }) => sum + items.length, 0)
    return count === 0 ? [] : [{ id, count, groups: left }]
  })
  return { ...inbox, sections, snoozed: inbox.snoozed.filter(isMeant), seen: inbox.seen.filter(isMeant) }
}

/** Null where nothing is left of it. */
export function partOf(group: InboxGroup, isMeant: (item: InboxItem) => boolean): InboxGroup | null {
  const [first, ...others] = group.items.filter(isMeant)
  return first === undefined ? null : { id: group.id, items: [first, ...others] }
}

function holds(item: InboxItem, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { title, text, cause, about, subject, task_id: task, found_by: further } = item
  const texts = [title, text, cause, about?.title, about?.project, ...further]
  const all = texts
    .filter((each) => typeof each === 'string')
    .join('\n')
    .toLowerCase()
  const ids = [subject.id, task ?? ''].map((id) => id.toLowerCase())
  return words.every(
    (word) => all.includes(word) || (word.length >= leastOfId && ids.some((id) => id.startsWith(word))),
  )
}

/** Ids are made of random letters: less of one is in many of them. */
const leastOfId = 4
