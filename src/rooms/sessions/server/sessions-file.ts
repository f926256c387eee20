// sessions.json: what the log says, as one file for restarts and for other programs; written 500 ms after a change.
import { writeAtomic, writeAtomicSync } from '#platform/server/files/write-atomic.ts'
import type { SessionRecord } from '../core/record.ts'
import { toStored } from '../core/stored-session.ts'
import type { Registry } from './registry.ts'

/** Specification, 'Limits': session write debounce. */
export const writeDebounceMs = 500

export type SessionsFileParts = {
  readonly path: string
  readonly registry: Registry
  readonly lastSeq: () => number
  /** Told of a write that failed; the next change tries again. */
  readonly onError: (error: unknown) => void
}

export interface SessionsFile {
  /** Something changed: a write follows within the debounce. */
  touch(): void
  /** Writes at once if anything changed since the last write, for the end of the process. */
  flushSync(): void
}

export function createSessionsFile({ path, registry, lastSeq, onError }: SessionsFileParts): SessionsFile {
  let timer: NodeJS.Timeout | null = null
  let writing = false
  let dirty = false

  function touch(): void {
    dirty = true
    if (timer !== null || writing) return
    timer = setTimeout(() => void write(), writeDebounceMs).unref()
  }

  async function write(): Promise<void> {
    timer = null
    dirty = false
    writing = true
    try {
      await writeAtomic(path, render(registry, lastSeq()))
    } catch (error) {
      dirty = true
      onError(error)
    }
    writing = false
    if (dirty) touch()
  }

  return {
    touch,
    flushSync() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (!dirty && !writing) return
      dirty = false
      try {
        writeAtomicSync(path, render(registry, lastSeq()))
      } catch (error) {
        dirty = true
        onError(error)
      }
    },
  }
}

/** Records never change, so that the text of each is made once: at 10,000 sessions a write costs a join. */
const texts = new WeakMap<SessionRecord, string>()

function render(registry: Registry, seq: number): string {
  const sessions: string[] = []
  for (const record of registry.all()) sessions.push(textOf(record))
  const dismissed = JSON.stringify([...registry.dismissed()])
  return `{"seq":${seq},"dismissed":${dismissed},"sessions":[\n${sessions.join(',\n')}\n]}\n`
}

function textOf(record: SessionRecord): string {
  const known = texts.get(record)
  if (known !== undefined) return known
  const text = JSON.stringify(toStored(record))
  texts.set(record, text)
  return text
}
