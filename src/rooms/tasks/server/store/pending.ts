// Tasks that were changed in memory and are not committed yet: what others wrote is read after them.

export interface PendingTasks {
  /** Until what it answers is called. */
  hold(ids: readonly string[]): () => void
  has(id: string): boolean
  /** Resolves when none of these is held. */
  settled(ids: readonly string[]): Promise<void>
}

export function createPending(): PendingTasks {
  const held = new Map<string, Set<Promise<void>>>()
  return {
    hold(ids) {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const id of ids) held.set(id, (held.get(id) ?? new Set()).add(promise))
      return () => {
        for (const id of ids) {
          const left = held.get(id)
          left?.delete(promise)
          if (left?.size === 0) held.delete(id)
        }
        resolve()
      }
    },
    has: (id) => held.has(id),
    async settled(ids) {
      for (;;) {
        const waits = ids.flatMap((id) => [...(held.get(id) ?? [])])
        if (waits.length === 0) return
        await Promise.all(waits)
      }
    },
  }
}

/** Where nobody else writes. */
export const nothingPending: PendingTasks = {
  hold: () => () => undefined,
  has: () => false,
  settled: async () => undefined,
}
