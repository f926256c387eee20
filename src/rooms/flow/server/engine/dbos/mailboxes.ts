// Hands entries from the process of a run to its workflow, one at a time, and tells the process once PostgreSQL has them.
import type { RunEntry } from './orders.ts'

export interface Mailbox {
  /** Resolves once the workflow has written the entry; rejects when it can't any more. */
  put(entry: RunEntry): Promise<void>
  /** For the workflow: the next entry, as soon as there is one. */
  next(): Promise<RunEntry>
  /** For the workflow: what `next` answered last is written. */
  confirm(): void
  /** For the workflow: it ended without writing what waits. */
  fail(reason: Error): void
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
    close: (id) => void boxes.delete(id),
  }
}

type Waiting = { readonly entry: RunEntry; readonly resolve: () => void; readonly reject: (reason: Error) => void }

function createMailbox(): Mailbox {
  const waiting: Waiting[] = []
  let taken: Waiting | null = null
  let wake: (() => void) | null = null
  let failure: Error | null = null
  return {
    put(entry) {
      if (failure !== null) return Promise.reject(failure)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ entry, resolve, reject })
      wake?.()
      return promise
    },
    async next() {
      while (waiting.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
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
    fail(reason) {
      failure = reason
      for (const one of [...(taken === null ? [] : [taken]), ...waiting.splice(0)]) one.reject(reason)
      taken = null
    },
  }
}
