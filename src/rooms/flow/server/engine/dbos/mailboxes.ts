// Hands entries from the process of a run to its workflow, one at a time, and tells the process once PostgreSQL has them.
import { isDeepStrictEqual } from 'node:util'
import type { RunEntry } from './orders.ts'

export interface Mailbox {
  /** Resolves once the workflow has written the entry; rejects when it can't any more. */
  put(entry: RunEntry): Promise<void>
  /** For the workflow: the next entry, as soon as there is one. */
  next(): Promise<RunEntry>
  /** For the workflow: what `next` answered last is written. */
  confirm(): void
  /** For the workflow, once it has read what is written: what waits and is the last of that needs no second writing. */
  settle(last: RunEntry | undefined): void
  /** For the workflow: it was cut off, and what it took waits for the one that goes on with it. */
  giveBack(): void
  /** For the workflow: it ended without writing what waits. */
  fail(reason: Error): void
  /** For the workflow: the last entry is written, so that nothing is to wait. */
  end(): void
}

export interface Mailboxes {
  /** Made when it is first asked for: either side may be there first. */
  of(id: string): Mailbox
  close(id: string): void
}

export function createMailboxes(): Mailboxes {
  const boxes = new Map<string, Mailbox>()
  return {
    of(id) {
      const known = boxes.get(id)
      if (known !== undefined) return known
      const box = createMailbox()
      boxes.set(id, box)
      return box
    },
    close(id) {
      boxes.get(id)?.end()
      boxes.delete(id)
    },
  }
}

type Waiting = { readonly entry: RunEntry; readonly resolve: () => void; readonly reject: (reason: Error) => void }

function createMailbox(): Mailbox {
  const waiting: Waiting[] = []
  let taken: Waiting | null = null
  /** Of each workflow that waits: one that was superseded may do so, too. */
  const wakes = new Set<() => void>()
  let failure: Error | null = null
  function wakeAll(): void {
    for (const wake of wakes) wake()
    wakes.clear()
  }
  return {
    put(entry) {
      if (failure !== null) return Promise.reject(failure)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ entry, resolve, reject })
      wakeAll()
      return promise
    },
    async next() {
      while (waiting.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wakes.add(resolve)
        await promise
      }
      taken = waiting.shift() ?? null
      if (taken === null) throw new Error('a mailbox that is not empty has an entry')
      return taken.entry
    },
    confirm() {
      taken?.resolve()
      taken = null
    },
    settle(last) {
      const first = waiting[0]
      if (first === undefined || last === undefined || !isSame(first.entry, last)) return
      waiting.shift()
      first.resolve()
    },
    giveBack() {
      if (taken !== null) waiting.unshift(taken)
      taken = null
      if (waiting.length > 0) wakeAll()
    },
    end() {
      for (const { resolve } of waiting.splice(0)) resolve()
    },
    fail(reason) {
      failure = reason
      for (const one of [...(taken === null ? [] : [taken]), ...waiting.splice(0)]) one.reject(reason)
      taken = null
    },
  }
}

/** What is read back came through JSON. */
const isSame = (entry: RunEntry, written: RunEntry): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(entry)), JSON.parse(JSON.stringify(written)))
