// What the page takes from search.
import { Search } from 'lucide-react'
import { lazyHost, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { searchPath } from './kinds.ts'

const SearchPage = lazyPart(() => import('./search-page.tsx').then(({ SearchPage }) => SearchPage))

/** Search: in the palette, on a page of its own, and as marks where it leads. */
export const searchRoom: PageRoom = {
  name: 'search',
  tabs: [
    {
      id: 'search',
      label: 'Search',
      path: searchPath,
      icon: Search,
      modes: ['legacy', 'fabric'],
      key: 'f',
      isUnlisted: true,
      Page: SearchPage,
    },
  ],
  palette: () => import('./palette-source.ts').then(({ searchSources }) => searchSources),
  Host: lazyHost(() => import('./words-host.tsx').then(({ WordsHost }) => WordsHost)),
}
