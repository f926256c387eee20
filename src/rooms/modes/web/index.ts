// What the page takes from the modes room.
import { lazy } from 'react'

export { readMode } from './read-mode.ts'

/** Loaded with the settings. */
export const AboutSection = lazy(() =>
  import('./about-section.tsx').then(({ AboutSection }) => ({ default: AboutSection })),
)
