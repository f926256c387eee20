// What is loaded with its first use: under way, there, or failed. A failed load is tried again by whoever needs it next.
import { createValue, type ValueStore } from '../store/value-store.ts'

export type LoadState<Part> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly part: Part }
  /** `failures` counts those in a row. */
  | { readonly kind: 'failed'; readonly failures: number }

export interface Loading<Part> {
  readonly state: ValueStore<LoadState<Part>>
  /** Loads it, unless it is there or under way. May be called ahead of the first use. */
  load(): void
}

export function createLoading<Part>(fetchPart: () => Promise<Part>): Loading<Part> {
  const state = createValue<LoadState<Part>>({ kind: 'waiting' })
  let isUnderWay = false
  let failures = 0

  async function run(): Promise<void> {
    try {
      state.set({ kind: 'ready', part: await fetchPart() })
    } catch {
      // The browser's words name a file and help nobody; the part's place says what to do.
      failures += 1
      state.set({ kind: 'failed', failures })
    } finally {
      isUnderWay = false
    }
  }

  return {
    state,
    load() {
      if (isUnderWay || state.get().kind === 'ready') return
      isUnderWay = true
      state.set({ kind: 'waiting' })
      void run()
    },
  }
}
