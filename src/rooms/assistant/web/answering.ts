// Whether an answer is on its way, for whoever draws the assistant.
import { createValue } from '#platform/web/store/value-store.ts'

export const isAnswering = createValue(false)
