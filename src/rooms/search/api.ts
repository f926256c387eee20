// The routes of search.
import { route } from '#platform/route.ts'
import type { SearchAnswer, SearchIndex, SearchQuery } from './contract.ts'

const access = 'authenticated'

/** What has all the words, the best first. */
export const search = route<{ query: Pick<SearchQuery, 'q'> & Partial<SearchQuery>; answer: SearchAnswer }>()({
  method: 'GET',
  path: '/api/search',
  access,
})

/** How much is searched, and whether all of it is. */
export const readSearchIndex = route<{ answer: SearchIndex }>()({ method: 'GET', path: '/api/search/index', access })

/** Empties the index; it fills again in the background, and search goes on meanwhile. */
export const rebuildSearchIndex = route<{ answer: { ok: true } }>()({
  method: 'POST',
  path: '/api/search/rebuild',
  access,
})
