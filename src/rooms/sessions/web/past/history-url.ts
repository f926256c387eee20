// What of history is shown, as the address says it.
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import type { PastQuery } from '../../contract/past.ts'
import { shownStates } from './shown-states.ts'

export type HistoryQuery = Partial<Pick<PastQuery, 'state' | 'agent_type' | 'task_id' | 'since' | 'until'>>

/** Parameters of the address, by the names of the API. */
export const filterNames = ['state', 'agent_type', 'task_id', 'since', 'until'] as const

export const historyPath = '/history'

/** A value that is none of the service's is left out, as if nothing was asked. */
export function useHistoryQuery(): HistoryQuery {
  const search = useSearch()
  return useMemo(() => readQuery(new URLSearchParams(search)), [search])
}

function readQuery(search: URLSearchParams): HistoryQuery {
  const text = (name: (typeof filterNames)[number]) => search.get(name) ?? ''
  const state = shownStates.find((each) => each === text('state'))
  const days = (['since', 'until'] as const).filter((name) => /^\d{4}-\d\d-\d\d$/.test(text(name)))
  const names = (['agent_type', 'task_id'] as const).filter((name) => text(name) !== '')
  const given = [...days, ...names].map((name) => [name, text(name)])
  return { ...(state === undefined ? {} : { state }), ...Object.fromEntries(given) }
}
