// How many runs of one strand are under way at once; more wait in the order in which they came.

/** A strand whose runs never keep up would else fill the memory; the caller learns it instead. */
export const mostWaiting = 1000

export interface Admission<Waiting> {
  /** Counts one in when the limit lets it; the limit is the one of this moment. */
  enter(key: string, limit: number): boolean
  /** Counts one in whatever the limit, as after a restart. */
  force(key: string): void
  wait(key: string, one: Waiting): void
  /** How many wait. */
  waiting(key: string): number
  /** No longer waits; false when it did not. */
  remove(key: string, one: Waiting): boolean
  /** Counts one out, and answers those that may go in now, counted in. */
  leave(key: string, limit: number): Waiting[]
}

type Line<Waiting> = { inside: number; readonly waiting: Set<Waiting> }

export function createAdmission<Waiting>(): Admission<Waiting> {
  const lines = new Map<string, Line<Waiting>>()
  const lineOf = (key: string): Line<Waiting> => {
    const known = lines.get(key)
    if (known !== undefined) return known
    const line = { inside: 0, waiting: new Set<Waiting>() }
    lines.set(key, line)
    return line
  }
  return {
    enter(key, limit) {
      const line = lineOf(key)
      if (line.inside >= limit || line.waiting.size > 0) return false
      line.inside += 1
      return true
    },
    force: (key) => void (lineOf(key).inside += 1),
    wait: (key, one) => void lineOf(key).waiting.add(one),
    waiting: (key) => lines.get(key)?.waiting.size ?? 0,
    remove: (key, one) => lines.get(key)?.waiting.delete(one) ?? false,
    leave(key, limit) {
      const line = lineOf(key)
      line.inside -= 1
      const admitted: Waiting[] = []
      for (const one of line.waiting) {
        if (line.inside >= limit) break
        line.waiting.delete(one)
        line.inside += 1
        admitted.push(one)
      }
      if (line.inside === 0 && line.waiting.size === 0) lines.delete(key)
      return admitted
    },
  }
}
