// Tells the service whether anybody can see this page, and which it is: what only eyes want is not read for a hidden tab, and
// nobody is called for what they look at. What turns on the page for ever stands still by `data-hidden` meanwhile.
import type { ViewFrame } from '#platform/contract.ts'

/** The part of the document that knows. */
export type SightWorld = Pick<Document, 'visibilityState' | 'addEventListener' | 'defaultView' | 'documentElement'>

/** How the router tells that the address is another. */
const moves = ['pushState', 'replaceState', 'popstate']

/** Says each change; `onOpen` says it on a new connection. */
export function tellSight(
  say: (frame: ViewFrame) => void,
  world: SightWorld = document,
): { readonly onOpen: () => void } {
  const page = world.defaultView
  const tell = () => {
    const state = world.visibilityState === 'hidden' ? 'hidden' : 'visible'
    const at = page === null ? {} : { page: (page.location.pathname + page.location.search).slice(0, longest) }
    world.documentElement.toggleAttribute('data-hidden', state === 'hidden')
    say({ type: 'view', state, ...at })
  }
  world.addEventListener('visibilitychange', tell)
  for (const move of moves) page?.addEventListener(move, tell)
  return { onOpen: tell }
}

/** The service takes no longer one. */
const longest = 2000
