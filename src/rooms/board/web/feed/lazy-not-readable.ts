// The way in for those who may not read the board yet; loaded when somebody needs it.
import { lazy } from 'react'

export const NotReadable = lazy(() =>
  import('./not-readable.tsx').then(({ NotReadable }) => ({ default: NotReadable })),
)
