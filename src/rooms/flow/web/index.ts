// What the page takes from the workflow room.
import { lazy } from 'react'

export { registerStrandsInPalette } from './palette-source.ts'

/** Loaded when it is first shown. */
export const StrandsPage = lazy(() =>
  import('./strands-page.tsx').then(({ StrandsPage }) => ({ default: StrandsPage })),
)
