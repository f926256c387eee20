// The filters in the address, and what they ask of the service.
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { wordsToFind } from '#base/search-words.ts'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import type { ActivityFilter } from '../contract.ts'
import { saidTime } from '../core/since.ts'
import { actorNames, sourceNames } from '../core/words.ts'

/** As they stand in the address; null where nothing is chosen. */
export type Filters = {
  readonly source: ActivityFilter['source'] | null
  readonly actor: ActivityFilter['actor'] | null
  readonly kind: string | null
  /** As they are said: `24h`, or as a date. */
  readonly since: string | null
  readonly until: string | null
  /** Words that rows have. */
  readonly text: string | null
  /** Each row by itself. */
  readonly each: boolean
}

export const noFilters: Filters = {
  source: null,
  actor: null,
  kind: null,
  since: null,
  until: null,
  text: null,
  each: false,
}

export const activityPath = '/activity'

/** What the address says; what is none of ours chooses nothing. */
export function useFilters(): Filters {
  const search = useSearch()
  return useMemo(() => filtersOf(search), [search])
}

export function filtersOf(search: string): Filters {
  const said = new URLSearchParams(search)
  const source = sourceNames.find((each) => each === said.get('source')) ?? null
  const actor = actorNames.find((each) => each === said.get('actor')) ?? null
  const [kind, since, until, text] = ['kind', 'since', 'until', 'text'].map((name) => said.get(name))
  return {
    source,
    actor,
    kind: kind ?? null,
    since: since ?? null,
    until: until ?? null,
    text: text ?? null,
    each: said.get('each') === '1',
  }
}

export function hrefOf({ each, ...filters }: Filters): string {
  const words = filters.text === null ? '' : wordsToFind(filters.text).join(' ')
  const marked = { [wordsParameter]: words === '' ? null : words }
  const said = Object.entries({ ...filters, each: each ? '1' : null, ...marked })
  const pairs = said.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? activityPath : `${activityPath}?${search}`
}

/** Another choice stands in the place of the one before: Back leaves the page. */
export function setFilters(filters: Filters): void {
  navigate(hrefOf(filters), { replace: true })
}

export const isFiltered = ({ each: _each, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== null)

export function queryOf({ source, actor, kind, since, until, text }: Filters, nowMs: number): ActivityFilter {
  const time = since === null ? undefined : saidTime(since, nowMs)
  const end = until === null ? undefined : saidTime(until, nowMs)
  return {
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof actor === 'string' ? { actor } : {}),
    ...(kind === null ? {} : { kind }),
    ...(time === undefined ? {} : { since: time }),
    ...(end === undefined ? {} : { until: end }),
    ...(text === null || text.trim() === '' ? {} : { text }),
  }
}
