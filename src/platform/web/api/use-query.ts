// Loads something once a component shows it, and again when its key changes or when asked.
import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#base/result.ts'
import type { Problem } from './problem.ts'

export type Query<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'refused'; readonly problem: Problem }

/**
 * `load` must be stable (`useCallback`): a new one, or a new `version`, loads again, while the old value stays on the
 * screen. Answers that come after a newer question are dropped.
 */
export function useQuery<T>(
  load: () => Promise<Result<T, Problem>>,
  version: string = '',
): readonly [Query<T>, () => void] {
  const [query, setQuery] = useState<Query<T>>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    // Read here because they are questions of their own: a new one has to be asked again.
    const question = { load, round, version }
    let isCurrent = true
    const ask = async () => {
      const result = await question.load()
      if (!isCurrent) return
      setQuery(result.ok ? { kind: 'ready', value: result.value } : { kind: 'refused', problem: result.error })
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [load, round, version])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  return [query, reload]
}
