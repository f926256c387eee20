// Whether the page is as narrow as a phone, where panels become sheets and columns become tabs.
import { useSyncExternalStore } from 'react'
import { watchMedia } from './media.ts'

const narrow = watchMedia('(max-width: 767px)')

export function useNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches)
}

/** For what happens once, as a click. */
export const isNarrowNow = narrow.matches
