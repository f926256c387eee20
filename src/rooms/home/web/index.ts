// What the page takes from Home.
import { House, ListChecks } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { stepsHidden } from './steps-hidden.ts'

export { HomePortsContext, type HomePagePorts } from './ports.ts'

/** Loaded when it is first shown. */
const HomePage = lazyPart(() => import('./home-page.tsx').then(({ HomePage }) => HomePage))
// Where the page begins with it, it is fetched while the rest is put together.
if (location.pathname === '/') HomePage.preload()

/** What matters now, at an address that the mode chooses. */
export const homeRoomAt = (path: string): PageRoom => ({
  name: 'home',
  tabs: [{ id: 'home', label: 'Home', path, icon: House, modes: ['legacy', 'fabric'], key: 'h', Page: HomePage }],
  commands: [
    {
      id: 'home.steps',
      title: 'Show the first steps',
      group: 'Page',
      icon: ListChecks,
      run() {
        stepsHidden.set(false)
        navigate(path)
      },
    },
  ],
})
