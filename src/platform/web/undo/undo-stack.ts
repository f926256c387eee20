// What a person can take back, newest last: one list for the whole page, so that one key means one thing.
import type { Problem } from '../api/problem.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'

/** Takes something back. Answers the refusal, such as that it was changed elsewhere meanwhile, or null. */
export type Undo = () => Problem | null | Promise<Problem | null>

export type UndoEntry = {
  readonly id: number
  /** What was done, as its notice said it: 'Moved to Review.' */
  readonly title: string
  readonly undo: Undo
  readonly atMs: number
}

export type UndoStack = {
  readonly entries: ValueStore<readonly UndoEntry[]>
  /** Answers the id of the entry. */
  readonly push: (title: string, undo: Undo) => number
  /** Takes one off the list, the newest without an id; null for one that is not there, or too old. */
  readonly take: (id?: number) => UndoEntry | null
  /** For one that could not be undone now and may be later. */
  readonly putBack: (entry: UndoEntry) => void
}

/** Nobody means by a single key what was done longer ago. */
const undoableMs = 15 * 60 * 1000
const mostKept = 50

export function createUndoStack(nowMs: () => number): UndoStack {
  const entries = createValue<readonly UndoEntry[]>([])
  let lastId = 0
  return {
    entries,
    push(title, undo) {
      lastId += 1
      entries.set([...entries.get(), { id: lastId, title, undo, atMs: nowMs() }].slice(-mostKept))
      return lastId
    },
    take(id) {
      const fresh = entries.get().filter(({ atMs }) => atMs > nowMs() - undoableMs)
      const taken = id === undefined ? fresh.at(-1) : fresh.find((each) => each.id === id)
      entries.set(fresh.filter((each) => each !== taken))
      return taken ?? null
    },
    putBack(entry) {
      entries.set([...entries.get(), entry].toSorted((a, b) => a.id - b.id))
    },
  }
}

export type Undoer = {
  readonly stack: UndoStack
  /** Resolves once every change that was sent is answered: what was done a moment ago is on the list only then. */
  readonly answered: () => Promise<void>
  /** Says how it went: the entry is null where there was nothing to take back. */
  readonly tell: (entry: UndoEntry | null, problem: Problem | null) => void
}

/** Undoes one after the other, since the next may hang on it. */
export function createUndoer({ stack, answered, tell }: Undoer) {
  let queue = Promise.resolve()
  const run = async (entry: UndoEntry | null) => {
    if (entry === null) return tell(null, null)
    const problem = await entry.undo()
    // No answer, or no login yet: nothing speaks against it later.
    if (problem !== null && [0, 401, 403, 503].includes(problem.status)) stack.putBack(entry)
    tell(entry, problem)
  }
  const runNewest = async () => {
    await answered()
    await run(stack.take())
  }
  /** The newest without an id. Resolves once it, and what was asked before it, is undone. */
  return (id?: number): Promise<void> => {
    if (id === undefined) return (queue = queue.then(runNewest))
    const entry = stack.take(id)
    return (queue = queue.then(() => run(entry)))
  }
}
