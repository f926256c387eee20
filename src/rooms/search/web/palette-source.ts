// What the service finds, in the palette: asked for as one types, shown by kind below what the page knows by itself.
import { Search } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { accessToken } from '#platform/web/auth/token.ts'
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { followLink } from '#platform/web/shell/panel-url.ts'
import { createPageAsker } from './ask-service.ts'
import { hrefOfSearch, kindLooks, type KindLook } from './kinds.ts'

/** More of a kind stands on the page of search. */
const mostOfKind = 4
const asked = 20
/** One letter begins too much. */
const leastLetters = 2

const asker = createPageAsker(asked)

export const searchSources: readonly PaletteSource[] = [
  ...kindLooks.map(sourceOf),
  {
    group: 'Search',
    search: (query) => (query.length < leastLetters ? [] : [everything(query)]),
    onQuery(query) {
      // Search takes a login; without one the page of search says how to get it.
      if (accessToken() !== null) asker.ask({ q: query.length < leastLetters ? '' : query, kind: null })
    },
  },
]

function sourceOf({ kind, label, icon }: KindLook): PaletteSource {
  return {
    group: `In ${label.toLowerCase()}`,
    answered: asker.state,
    search(query) {
      const { question, answer } = asker.state.get()
      // While somebody types on, what was found stays until the next answer.
      if (question === null || answer === null || !query.startsWith(question.q)) return []
      const found = answer.results.filter((result) => result.kind === kind).slice(0, mostOfKind)
      return found.map(({ id, title, snippet, where, state, href }): PaletteItem => ({
        id: `${kind}:${id}`,
        title,
        meta: snippet === '' ? where : snippet,
        ...(state === null || kind === 'output' || kind === 'transcript' ? { icon } : { dot: state }),
        run: () => followLink(href),
        copyText: id,
      }))
    },
  }
}

function everything(query: string): PaletteItem {
  return {
    id: 'search:everything',
    title: `Search everything for “${query}”`,
    meta: '',
    icon: Search,
    run: () => navigate(hrefOfSearch(query)),
  }
}
