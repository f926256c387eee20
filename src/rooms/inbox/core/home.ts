// What Home tells of the inbox: who needs a person, as one row for each group.
import type { BroughtBlock } from '#rooms/home/contract.ts'
import type { Inbox } from './arrange.ts'
import { dotOf } from './dot-of.ts'
import { countsInWords, groupText, groupTitle, type ClockOf } from './words.ts'

export function needsBlock(inbox: Inbox, clockOf: ClockOf): BroughtBlock {
  const groups = inbox.sections.flatMap((section) => section.groups)
  const rows = groups.map((group) => {
    const [{ id, kind, since, subject, about, device_id }, ...others] = group.items
    return {
      id,
      // Several may run on several devices.
      device_id: others.length === 0 ? device_id : null,
      state: dotOf[kind],
      title: groupTitle(group),
      text: groupText(group, clockOf),
      at: since,
      target: { kind: subject.type, id: subject.id, within: subject.type === 'run' ? (about?.id ?? null) : null },
    }
  })
  return { id: 'needs', title: 'Need you', note: countsInWords(inbox.counts), rows }
}
