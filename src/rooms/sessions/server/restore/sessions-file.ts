// sessions.json: what the log says, as one file for restarts and for other programs; written 500 ms after a change.
import { StorageError } from '#platform/server/db/storage-error.ts'
import { writeAtomic, writeAtomicSync } from '#platform/server/files/write-atomic.ts'
import type { SessionRecord } from '../../core/record.ts'
import type { Registry } from '../registry.ts'
import { storedSlices } from '../log/stored-text.ts'

/** Specification, 'Limits': session write debounce. */
export const writeDebounceMs = 500

/** After a write that failed: a full disk is not emptied by trying. */
const retryMs = 5000

export type SessionsFileParts = {
  readonly path: string
  readonly registry: Registry
  readonly lastSeq: () => number
  /** Told of the first write that failed after one that did not; it is tried again until one succeeds. */
  readonly onError: (error: unknown) => void
}

export interface SessionsFileWriter {
  /** Something changed: a write follows within the debounce. */
  touch(): void
  /** Resolves once the file holds what stands now; rejects with `StorageError` when it can't be written. */
  flush(): Promise<void>
  /** Writes at once if anything changed since the last write, for the end of the process. */
  flushSync(): void
}

export function createSessionsFile({ path, registry, lastSeq, onError }: SessionsFileParts): SessionsFileWriter {
  let timer: NodeJS.Timeout | null = null
  let underWay = Promise.resolve()
  let writing = false
  let dirty = false
  let isFailing = false

  function touch(): void {
    dirty = true
    if (timer !== null || writing) return
    timer = setTimeout(() => void (underWay = write()), isFailing ? retryMs : writeDebounceMs).unref()
  }

  async function write(): Promise<void> {
    timer = null
    dirty = false
    writing = true
    try {
      await writeAtomic(path, render(registry, lastSeq()))
      isFailing = false
    } catch (error) {
      fail(error)
    }
    writing = false
    if (dirty) touch()
  }

  function fail(error: unknown): void {
    dirty = true
    if (!isFailing) onError(error)
    isFailing = true
  }

  return {
    touch,
    async flush() {
      await underWay
      if (timer !== null) clearTimeout(timer)
      underWay = write()
      await underWay
      if (isFailing) throw new StorageError('sessions.json could not be written.', { trouble: 'full' })
    },
    flushSync() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (!dirty && !writing) return
      dirty = false
      try {
        writeAtomicSync(path, render(registry, lastSeq()))
        isFailing = false
      } catch (error) {
        fail(error)
      }
    },
  }
}

/** The whole file, of the sessions as they stand now; its text is made slice by slice. `restore` reads it by its lines. */
function render(registry: Registry, seq: number): Iterable<string> {
  const records = registry.all().toArray()
  return renderSlices(records, `{"seq":${seq},"dismissed":${JSON.stringify([...registry.dismissed()])},"sessions":[`)
}

function* renderSlices(records: readonly SessionRecord[], head: string): Generator<string> {
  yield head
  let between = '\n'
  for (const slice of storedSlices(records, ',\n')) {
    yield `${between}${slice}`
    between = ',\n'
  }
  yield '\n]}\n'
}
