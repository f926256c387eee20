// One step of the index after a source: what changed is read there and written, then how far that was.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashText } from '#base/hash-text.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { SearchDocument, SearchSource } from '../contract.ts'
import { indexedWords } from '../core/query.ts'
import {
  dropEntries,
  dropEntry,
  mergeSome,
  putEntry,
  setMark,
  takeTurn,
  type IndexEntry,
  type IndexStore,
} from './index-store.ts'

export type StepParts = {
  readonly commits: Database['commits']
  readonly store: IndexStore
  readonly timers: Pick<Timers, 'passedMs'>
}

/** Documents of one step. */
const atOnce = 40
/** Of one write: with its commit it stays well within 10 ms. */
const writeMs = 2
/** So long at once words are looked for: the ends of forty outputs are 30 ms of it. */
const wordsMs = 2
/** Steps of a merge after one step that wrote. */
const mergeSteps = 3

export type Step = { readonly isEnd: boolean; readonly isFilling: boolean }

/** The mark is written last: what a kill leaves out is looked at again, and what is in the index already stays as it is. */
export async function step({ commits, store, timers }: StepParts, source: SearchSource): Promise<Step> {
  const { kind } = source
  const before = await store.mark(kind)
  const { ids, mark, isEnd } = await source.changes(before.mark, atOnce)
  const isComplete = before.isComplete || isEnd
  const outcome = { isEnd, isFilling: !before.isComplete }
  if (ids.length === 0 && mark === before.mark && isComplete === before.isComplete) return outcome
  const known = await store.known(kind, ids)
  const entries = await toEntries(await source.read(ids), timers)
  const changed = entries.filter(({ id, digest }) => known.get(id)?.digest !== digest)
  const there = new Set(entries.map(({ id }) => id))
  const gone = ids.filter((id) => known.has(id) && !there.has(id))
  for (let from = 0; from < changed.length;) {
    let next = from
    await commits.write({
      *script() {
        yield* takeTurn()
        const untilMs = timers.passedMs() + writeMs
        for (next = from; next < changed.length && (next === from || timers.passedMs() < untilMs); next++) {
          const entry = changed[next]
          if (entry !== undefined) yield* putEntry(kind, entry)
        }
      },
    })
    from = next
  }
  await commits.write({
    *script() {
      yield* takeTurn()
      for (const id of gone) yield* dropEntry(kind, id)
      yield* setMark(kind, { mark, isComplete })
    },
  })
  if (changed.length + gone.length > 0) await merge(commits)
  return outcome
}

/** Answers where to go on, or null at the end. */
export async function sweepSome(
  { commits, store }: StepParts,
  source: SearchSource,
  after: number,
): Promise<number | null> {
  const { kind } = source
  const some = await store.walk(kind, after, atOnce)
  if (some.length === 0) return null
  const there = new Set((await source.read(some.map(({ id }) => id))).map(({ id }) => id))
  const gone = some.map(({ id }) => id).filter((id) => !there.has(id))
  if (gone.length > 0) await commits.write({ script: () => dropEntries(kind, gone) })
  return some.at(-1)?.doc ?? null
}

async function merge(commits: Database['commits']): Promise<void> {
  for (let count = 0; count < mergeSteps; count++) {
    const done = { isAll: false }
    await commits.write({
      *script() {
        done.isAll = !(yield* mergeSome())
      },
    })
    if (done.isAll) return
  }
}

async function toEntries(
  documents: readonly SearchDocument[],
  timers: Pick<Timers, 'passedMs'>,
): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = []
  let untilMs = timers.passedMs() + wordsMs
  for (const document of documents) {
    if (timers.passedMs() > untilMs) {
      await nextTurn()
      untilMs = timers.passedMs() + wordsMs
    }
    entries.push(toEntry(document))
  }
  return entries
}

function toEntry(document: SearchDocument): IndexEntry {
  const words = indexedWords(document)
  return { id: document.id, words, digest: hashText(words) }
}
