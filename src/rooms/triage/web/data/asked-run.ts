// The run that waits for an answer about a brief that was not added yet.
import { createValue } from '#platform/web/store/value-store.ts'

export type WantedRun = { readonly isDry: boolean }

/** Null while none is asked about. */
export const askedRun = createValue<WantedRun | null>(null)
