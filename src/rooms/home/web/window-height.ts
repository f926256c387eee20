// How high the window is, which the blocks share.
import { createValue } from '#platform/web/store/value-store.ts'

export const windowHeight = createValue(innerHeight)
addEventListener('resize', () => windowHeight.set(innerHeight), { passive: true })
