// What the page knows of strands; the feed fills it, and the palette where no feed is open.
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import type { LoadError, Strand } from '../contract.ts'

export const strands = createEntityStore<Strand>()

/** Files that could not be loaded at the last scan. */
export const loadErrors = createValue<readonly LoadError[]>([])

/** Set once the strands were told: before that, absence means nothing. */
export const strandsLoaded = createValue(false)

/** All of them, for lists; the same array until one changes. */
export const allStrands = createValue<readonly Strand[]>([])

strands.onChanges(() => allStrands.set(strands.all()))

export function useStrand(id: string): Strand | null {
  return useEntity(strands, id)
}

export function tellStrands(values: readonly Strand[], errors: readonly LoadError[]): void {
  strands.replaceAll(values)
  loadErrors.set(errors)
  strandsLoaded.set(true)
}
