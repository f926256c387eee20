// What of all sessions is shown, as the address says it: by the names of the API.
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { setParameters } from '#platform/web/shell/parameters.ts'
import type { Narrowing, StandingAsked } from '../../core/list/narrow.ts'

/** In the order in which they are offered. */
export const standings = ['live', 'ended', 'awaiting_review', 'running', 'idle', 'failed', 'completed'] as const

/** A state that is none counts as not asked for. */
export function useNarrowing(): Narrowing {
  const search = useSearch()
  return useMemo(() => {
    const given = new URLSearchParams(search)
    const standing: StandingAsked | '' = standings.find((each) => each === given.get('state')) ?? ''
    const [words, device, harness] = ['q', 'device', 'harness'].map((name) => given.get(name) ?? '')
    return { words: words ?? '', standing, device: device ?? '', harness: harness ?? '' }
  }, [search])
}

export const showAll = (): void => setParameters({ q: '', state: '', device: '', harness: '' })

export function isNarrowed(narrowing: Narrowing): boolean {
  return Object.values(narrowing).some((value) => value !== '')
}
