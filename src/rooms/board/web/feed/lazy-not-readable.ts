// The way in for those who may not read the board yet; loaded when somebody needs it.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'

export const NotReadable = lazyPart(() => import('./not-readable.tsx').then(({ NotReadable }) => NotReadable))
