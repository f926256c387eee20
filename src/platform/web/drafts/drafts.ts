// Texts that a person wrote and that nobody has yet: kept in this browser with each key pressed, until they are sent or
// thrown away. They outlive Escape, a reload, a crash and a day without the service.

/** An unsent text. */
export type Draft = {
  readonly text: string
  /** What stood there when it was begun: another text there now is another editor's. */
  readonly base: string
  /** When it was last written, in milliseconds. */
  readonly atMs: number
}

export type Drafts = {
  /** The same object until the draft changes. */
  readonly get: (key: string) => Draft | null
  /** Keeps `text`; one that says what `base` says is no draft. Answers whether it would outlive a reload. */
  readonly keep: (key: string, text: string, base?: string) => boolean
  readonly drop: (key: string) => void
  /** How many texts somebody wrote and nobody has yet. */
  readonly unsent: () => number
  /** Throws all of them away, and what forms remember, in every tab. */
  readonly dropAll: () => void
  readonly subscribe: (key: string, listener: () => void) => () => void
  /** Takes in what another tab of the page wrote; null is everything. */
  readonly reread: (storageKey: string | null) => void
}

/** What drafts need of the browser; storage may be forbidden. */
export type DraftWorld = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null
  readonly nowMs: () => number
}

const prefix = 'orrery.draft.'
/** Of what a form fills in the next time; nobody's words are in it. */
export const rememberedPrefix = 'remembered:'
/** More are not looked for again; the oldest go. */
const mostKept = 100
/** Nobody comes back to a text for longer. */
const keptMs = 30 * 24 * 60 * 60 * 1000

export function createDrafts({ storage, nowMs }: DraftWorld): Drafts {
  const drafts = new Map<string, Draft>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const forget = (key: string) => {
    if (!drafts.delete(key)) return
    storage?.removeItem(prefix + key)
    tell(key)
  }
  const readAll = () => {
    const stored = new Map(readStored(storage).filter(([, { atMs }]) => atMs > nowMs() - keptMs))
    for (const key of drafts.keys()) if (!stored.has(key)) forget(key)
    for (const [key, draft] of stored) drafts.set(key, draft)
    for (const key of stored.keys()) tell(key)
  }
  const leaveRoom = () => {
    const oldest = [...drafts].toSorted(([, a], [, b]) => a.atMs - b.atMs)
    for (const [key] of oldest.slice(0, Math.max(0, drafts.size - mostKept))) forget(key)
  }
  readAll()
  return {
    get: (key) => drafts.get(key) ?? null,
    keep(key, text, base = '') {
      if (text === base) {
        forget(key)
        return true
      }
      const draft = { text, base, atMs: nowMs() }
      drafts.set(key, draft)
      const isStored = write(storage, prefix + key, draft)
      leaveRoom()
      tell(key)
      return isStored
    },
    drop: forget,
    unsent: () => countWords(drafts.keys()),
    dropAll() {
      for (const key of drafts.keys()) forget(key)
    },
    subscribe: (key, listener) => listen(listeners, key, listener),
    reread(storageKey) {
      if (storageKey === null) return readAll()
      if (!storageKey.startsWith(prefix)) return
      const key = storageKey.slice(prefix.length)
      const draft = readDraft(storage?.getItem(storageKey) ?? null)
      if (draft === null) drafts.delete(key)
      else drafts.set(key, draft)
      tell(key)
    },
  }
}

function listen(listeners: Map<string, Set<() => void>>, key: string, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0 && listeners.get(key) === set) listeners.delete(key)
  }
}

function countWords(keys: Iterable<string>): number {
  return [...keys].filter((key) => !key.startsWith(rememberedPrefix)).length
}

function readStored(storage: DraftWorld['storage']): [string, Draft][] {
  if (storage === null) return []
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readDraft(storage.getItem(key))
      return draft === null ? [] : [[key.slice(prefix.length), draft] as [string, Draft]]
    })
}

/** Null for what is no draft: another version of the page, or a person's own hand, may have written there. */
function readDraft(stored: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { text, base, atMs } = value as Partial<Record<keyof Draft, unknown>>
    if (typeof text !== 'string' || typeof base !== 'string' || typeof atMs !== 'number') return null
    return { text, base, atMs }
  } catch {
    // Not JSON, so not a draft either.
    return null
  }
}

/** Whether there was room. The draft in memory then still outlives everything but a reload. */
function write(storage: DraftWorld['storage'], key: string, draft: Draft): boolean {
  try {
    storage?.setItem(key, JSON.stringify(draft))
    return storage !== null
  } catch {
    // Full, or forbidden since.
    return false
  }
}
