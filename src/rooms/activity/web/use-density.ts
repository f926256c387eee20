// How much happened when: read with the filters, and again while somebody looks.
import { useCallback, useEffect, useState } from 'react'
import { fromIso, dayMs, toIso } from '#base/time.ts'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { onTick } from '#platform/web/time/ticker.ts'
import { readActivityDensity } from '../api.ts'
import type { ActivityDensity, ActivityDensityQuery } from '../contract.ts'
import { queryOf, type Filters } from './filters.ts'

/** Seconds: the last bar grows, and the others stay. */
const readEvery = 60

/** Null until the first answer, and where there is none: the list says why. */
export function useDensity(filters: Filters): ActivityDensity | null {
  const key = JSON.stringify({ ...filters, text: null, each: false })
  const load = useCallback(() => {
    const asked = JSON.parse(key) as Filters
    return call(readActivityDensity, { query: spanOf(asked, Date.now()) })
  }, [key])
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    let seconds = 0
    return onTick(() => {
      if ((seconds += 1) % readEvery === 0) setMinutes((before) => before + 1)
    })
  }, [])
  const [query] = useQuery(load, String(minutes))
  return query.kind === 'ready' ? query.value : null
}

/** A part that was chosen of the last day stays within the picture of that day: it is chosen anew, or let go, there. */
function spanOf(filters: Filters, nowMs: number): ActivityDensityQuery {
  const { since, until, text: _text, ...others } = queryOf(filters, nowMs)
  if (filters.until === null || since === undefined) return { ...others, ...(since === undefined ? {} : { since }) }
  const isOfToday = fromIso(since) >= nowMs - dayMs
  return isOfToday ? { ...others, since: toIso(nowMs - dayMs) } : { ...others, since, ...(until ? { until } : {}) }
}
