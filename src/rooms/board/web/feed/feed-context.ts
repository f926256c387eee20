// What pages need to know of the feed: whether the sessions were told, and why they can't be.
import { createContext, useContext } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { useValue, type ValueStore } from '#platform/web/store/value-store.ts'

type Feed = { readonly isLoaded: ValueStore<boolean>; readonly refusal: ValueStore<Problem | null> }

export const FeedContext = createContext<Feed | null>(null)

export function useFeed(): { readonly isLoaded: boolean; readonly refusal: Problem | null } {
  const feed = useContext(FeedContext)
  if (feed === null) throw new Error('the board is shown without its feed')
  return { isLoaded: useValue(feed.isLoaded), refusal: useValue(feed.refusal) }
}
