// Which swimlanes a person folded away; this browser remembers it.
import { createValue } from '#platform/web/store/value-store.ts'

const storageKey = 'board.collapsed'
/** Epics come and go: of what was folded long ago nothing has to be known. */
const mostKept = 500

export const collapsedLanes = createValue<ReadonlySet<string>>(new Set(read()))

export function toggleLane(id: string): void {
  const next = new Set(collapsedLanes.get())
  if (!next.delete(id)) next.add(id)
  store(next)
}

export function openLane(id: string): void {
  if (!collapsedLanes.get().has(id)) return
  const next = new Set(collapsedLanes.get())
  next.delete(id)
  store(next)
}

function store(next: ReadonlySet<string>): void {
  collapsedLanes.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify([...next].slice(-mostKept)))
  } catch {
    // A browser without storage forgets them with the page; nothing else hangs on it.
  }
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    // Damaged or forbidden storage means that nothing is folded.
    return []
  }
}
