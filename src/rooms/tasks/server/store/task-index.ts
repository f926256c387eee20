// The tasks in memory, deleted ones included, with the look-ups that every change needs. Records are immutable.
import type { TaskCard } from '../../contract.ts'
import { noProgress, progressOf, type Progress } from '../../core/progress.ts'
import type { TaskRecord } from '../../core/record.ts'
import { toCard } from '../../core/task-view.ts'
import { unmarked, type TriageMark } from '../../core/triage-mark.ts'

export interface TaskIndex {
  /** A deleted one, too. */
  get(id: string): TaskRecord | null
  /** Null for a deleted one, too. */
  live(id: string): TaskRecord | null
  bySource(source: string, sourceId: string): TaskRecord | null
  /** Live tasks in the order of their creation. */
  all(): TaskRecord[]
  /** Deleted ones, in the order of their creation. */
  deleted(): TaskRecord[]
  /** Ids below, in the order of their creation. */
  childrenOf(id: string): readonly string[]
  /** Ids whose stored link names the task, in no order, whether it is deleted or not. */
  linkedTo(id: string): readonly string[]
  progressOf(id: string): Progress
  /** Throws for a task that is deleted or unknown. */
  card(id: string): TaskCard
  put(record: TaskRecord): void
  /** What triage says of a task; of an unknown one, nothing. */
  markOf(id: string): TriageMark
  /** Changes what triage says of it; what is left out stays. Of no consequence for an unknown task. */
  mark(id: string, mark: Partial<TriageMark>): void
  drop(id: string): void
  /** Number of the next task. */
  nextSeq(): number
}

export function createTaskIndex(): TaskIndex {
  const links = createLinks()
  const { records, live } = links
  const looks = createLooks(links)
  const sources = createSources()
  let lastSeq = 0
  let isInOrder = true

  /** A map keeps the order in which its keys came, and tasks come in the order of their numbers, but for those of others. */
  function inOrderOfSeq(): TaskRecord[] {
    const sorted = isInOrder ? null : [...records.values()].toSorted((one, other) => one.seq - other.seq)
    if (sorted !== null) {
      records.clear()
      for (const record of sorted) records.set(record.id, record)
      isInOrder = true
    }
    return [...records.values()]
  }

  function takeOut(record: TaskRecord, staysBelow: string | null): void {
    looks.forget(record)
    if (record.parent !== staysBelow) links.unlink(record)
    sources.forget(record)
  }

  return {
    get: (id) => records.get(id) ?? null,
    live,
    bySource: (source, sourceId) => records.get(sources.find(source, sourceId) ?? '') ?? null,
    all: () => inOrderOfSeq().filter((record) => record.deleted_at === null),
    deleted: () => inOrderOfSeq().filter((record) => record.deleted_at !== null),
    childrenOf: (id) => links.childrenOf(id).map((child) => child.id),
    linkedTo: links.linkedTo,
    progressOf: looks.progressOf,
    card: looks.card,
    put(record) {
      const before = records.get(record.id)
      if (before !== undefined) takeOut(before, record.parent)
      if (before === undefined ? record.seq < lastSeq : record.seq !== before.seq) isInOrder = false
      records.set(record.id, record)
      links.link(record)
      sources.learn(record)
      lastSeq = Math.max(lastSeq, record.seq)
      looks.forget(record)
    },
    drop(id) {
      const record = records.get(id)
      if (record === undefined) return
      takeOut(record, null)
      records.delete(id)
      looks.mark(id, unmarked)
    },
    markOf: looks.markOf,
    mark(id, mark) {
      if (records.has(id)) looks.mark(id, { ...looks.markOf(id), ...mark })
    },
    nextSeq: () => lastSeq + 1,
  }
}

/** The id of the task that stands for a thing of a source. */
function createSources() {
  const ids = new Map<string, string>()
  return {
    find: (source: string, sourceId: string): string | null => ids.get(sourceKey(source, sourceId)) ?? null,
    learn(record: TaskRecord): void {
      const key = keyOf(record)
      if (key !== null) ids.set(key, record.id)
    },
    /** Another service may have made one of the same source before ours was committed: theirs stays found. */
    forget(record: TaskRecord): void {
      const key = keyOf(record)
      if (key !== null && ids.get(key) === record.id) ids.delete(key)
    },
  }
}

function keyOf({ source, source_id: sourceId }: TaskRecord): string | null {
  return source === null ? null : sourceKey(source, sourceId ?? '')
}

type Links = ReturnType<typeof createLinks>

/** The records and what lies below each. */
function createLinks() {
  const records = new Map<string, TaskRecord>()
  const linked = new Map<string, Set<string>>()
  const live = (id: string): TaskRecord | null => {
    const record = records.get(id)
    return record === undefined || record.deleted_at !== null ? null : record
  }
  return {
    records,
    live,
    linkedTo: (id: string): readonly string[] => [...(linked.get(id) ?? [])],
    childrenOf: (id: string): readonly TaskRecord[] => inOrder(linked.get(id) ?? [], live),
    link({ id, parent }: TaskRecord): void {
      if (parent !== null) linked.set(parent, (linked.get(parent) ?? new Set()).add(id))
    },
    unlink({ id, parent }: TaskRecord): void {
      if (parent !== null) linked.get(parent)?.delete(id)
    },
  }
}

/** Sorted only where a task came later than its number says, since an epic may hold thousands. */
function inOrder(ids: Iterable<string>, live: (id: string) => TaskRecord | null): readonly TaskRecord[] {
  const records: TaskRecord[] = []
  let isSorted = true
  for (const id of ids) {
    const record = live(id)
    if (record === null) continue
    isSorted &&= record.seq > (records.at(-1)?.seq ?? 0)
    records.push(record)
  }
  return isSorted ? records : records.toSorted((one, other) => one.seq - other.seq)
}

/** Cards and counts, kept until something that they show changes. */
function createLooks({ records, live, childrenOf, linkedTo }: Links) {
  const cards = new Map<string, TaskCard>()
  const counts = new Map<string, Progress>()
  const marks = new Map<string, TriageMark>()
  const markOf = (id: string): TriageMark => marks.get(id) ?? unmarked

  function countOf(id: string): Progress {
    const known = counts.get(id)
    if (known !== undefined) return known
    const children = childrenOf(id)
    if (children.length === 0) return noProgress
    const counted = progressOf(
      children.map((child) => ({ isDone: child.status === 'done', progress: countOf(child.id) })),
    )
    counts.set(id, counted)
    return counted
  }

  return {
    progressOf: countOf,
    card(id: string): TaskCard {
      const known = cards.get(id)
      if (known !== undefined) return known
      const record = live(id)
      if (record === null) throw new Error(`the task ${id} is not there any more`)
      const parent = record.parent === null ? null : (live(record.parent)?.id ?? null)
      const children = childrenOf(id).map((child) => child.id)
      const card = toCard(record, { parent, children, progress: countOf(id), mark: markOf(id) })
      cards.set(id, card)
      return card
    },
    markOf,
    mark(id: string, mark: TriageMark): void {
      if (mark === unmarked) marks.delete(id)
      else marks.set(id, mark)
      cards.delete(id)
    },
    /** The task itself, all above it and those right below show something that may have changed. */
    forget(record: TaskRecord): void {
      for (const child of linkedTo(record.id)) cards.delete(child)
      for (const id of [record.id, ...above(record.parent, records)]) {
        cards.delete(id)
        counts.delete(id)
      }
    },
  }
}

/** Ids from `id` up, by the links as stored. */
export function above(id: string | null, records: { get(id: string): TaskRecord | null | undefined }): string[] {
  const ids: string[] = []
  for (let next = id; next !== null && !ids.includes(next); next = records.get(next)?.parent ?? null) ids.push(next)
  return ids
}

const sourceKey = (source: string, sourceId: string): string => `${source}\n${sourceId}`
