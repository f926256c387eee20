// Loads something once a component shows it, and again when its key changes, when the service is back, or when asked.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#base/result.ts'
import { reconnects } from '../live/reconnects.ts'
import { useValue } from '../store/value-store.ts'
import { createAsking, type Query } from './asking.ts'
import type { Problem } from './problem.ts'

export type { Query } from './asking.ts'

/**
 * `load` must be stable (`useCallback`): a new one asks about something else, a new `version` about the same again, and
 * so does a feed that came back, since no version told what happened meanwhile. The old value stays until the answer.
 */
export function useQuery<T>(
  load: () => Promise<Result<T, Problem>>,
  version: string = '',
): readonly [Query<T>, () => void] {
  const [asking] = useState(createAsking<T>)
  const round = useValue(reconnects)
  const asked = useRef(load)
  useEffect(() => {
    // Read here because they are questions of their own: a new one has to be asked again.
    const question = { load, version, round }
    if (asked.current !== question.load) asking.forget()
    asked.current = question.load
    void asking.ask(question.load)
  }, [asking, load, version, round])
  useEffect(() => () => asking.forget(), [asking])
  const reload = useCallback(() => void asking.ask(load), [asking, load])
  return [useValue(asking.state), reload]
}
