// Counts up when a session leaves the board, or history, so that a list of it is read again.
import { createValue } from '#platform/web/store/value-store.ts'

export const pastChanged = createValue(0)
