// The nodes as the page knows them, this one too. Loaded with the page, so it holds no more than that.
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import type { NodeOnPage } from './contract.ts'

/** Empty where this service is alone. */
export const nodes = createEntityStore<NodeOnPage>()

/** Whether they were told once, or that there are none: before that, absence means nothing. */
export const nodesTold = createValue(false)

/** Why what is known of them is old, in words; null when all is well. */
export const nodesProblem = createValue<string | null>(null)
