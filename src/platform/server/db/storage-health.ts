// Whether the database takes changes: remembered from the last commit, and asked of the file only now and then.
import type { StorageTrouble } from './storage-error.ts'

/** A public question must not make the service write: it does so at most this often. */
const probeIntervalMs = 2000

export type StorageHealthParts = {
  /** A small write; its outcome comes by `note`. Never rejects. */
  readonly probe: () => Promise<void>
  /** What needs no write to be known. */
  readonly look: () => StorageTrouble | null
  readonly nowMs: () => number
}

export interface StorageHealth {
  note(trouble: StorageTrouble | null): void
  /** At once, by what is known; what is older than the interval is refreshed for the next question. */
  trouble(): StorageTrouble | null
}

export function createStorageHealth({ probe, look, nowMs }: StorageHealthParts): StorageHealth {
  let known: StorageTrouble | null = null
  let knownAtMs = Number.NEGATIVE_INFINITY
  let isProbing = false

  function refresh(): void {
    if (isProbing || nowMs() - knownAtMs < probeIntervalMs) return
    isProbing = true
    void probe().finally(() => (isProbing = false))
  }

  return {
    note(trouble) {
      known = trouble
      knownAtMs = nowMs()
    },
    trouble() {
      refresh()
      return look() ?? known
    },
  }
}
