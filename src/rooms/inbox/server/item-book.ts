// What needs a person now, with the marks that hold: in memory, and told to viewers one by one.
import type { LiveChange } from '#platform/live-kind.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { InboxItem, Need } from '../contract.ts'
import { markFor, type KeptMark } from '../core/mark.ts'

export interface ItemBook {
  get(id: string): InboxItem | null
  all(): InboxItem[]
  tell(id: string, need: Need | null): void
  /** Until when somebody asks for permission; null: nobody does. */
  tellAsk(id: string, until: string | null): void
  marks(): ReadonlyMap<string, KeptMark>
  /** How often marks were set: who read them meanwhile reads them once more. */
  settings(): number
  /** Null takes a mark back. Viewers hear of those whose subject needs somebody. */
  setMarks(marks: ReadonlyMap<string, KeptMark | null>): void
}

export function createItemBook(kept: ReadonlyMap<string, KeptMark>, publish: Publish<InboxItem>): ItemBook {
  const needs = new Map<string, Need>()
  const asks = new Map<string, string>()
  const marks = new Map(kept)
  let settings = 0

  function get(id: string): InboxItem | null {
    const need = needs.get(id)
    return need === undefined
      ? null
      : { ...need, id, mark: markFor(need, marks.get(id)), asks_until: asks.get(id) ?? null }
  }

  const changeOf = (id: string): LiveChange<InboxItem> => {
    const item = get(id)
    return item === null ? { op: 'remove', id, value: null } : { op: 'upsert', id, value: item }
  }

  return {
    get,
    all: () => [...needs.keys()].flatMap((id) => get(id) ?? []),
    tell(id, need) {
      const before = needs.get(id)
      // A busy session tells of itself many times a second, and mostly nothing new.
      if (before === undefined && need === null) return
      if (before !== undefined && need !== null && JSON.stringify(before) === JSON.stringify(need)) return
      if (need === null) needs.delete(id)
      else needs.set(id, need)
      publish([changeOf(id)])
    },
    tellAsk(id, until) {
      if ((asks.get(id) ?? null) === until) return
      if (until === null) asks.delete(id)
      else asks.set(id, until)
      if (needs.has(id)) publish([changeOf(id)])
    },
    marks: () => marks,
    settings: () => settings,
    setMarks(changes) {
      settings += 1
      for (const [id, mark] of changes) {
        if (mark === null) marks.delete(id)
        else marks.set(id, mark)
      }
      const told = [...changes.keys()].filter((id) => needs.has(id))
      if (told.length > 0) publish(told.map(changeOf))
    },
  }
}
