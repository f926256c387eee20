// What the page takes from the modes room.
import { Info } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

export { readMode } from './read-mode.ts'

/** Loaded with the settings. */
const AboutSection = lazyPart(() => import('./about-section.tsx').then(({ AboutSection }) => AboutSection))

/** What runs here, as the last of the settings. */
export const modesRoom: PageRoom = {
  name: 'modes',
  sections: [{ id: 'about', label: 'About', icon: Info, Section: AboutSection }],
}
