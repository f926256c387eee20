// Whether the page is as narrow as a phone, where panels become sheets and columns become tabs.
import { createValue, useValue } from '../store/value-store.ts'

const query = globalThis.matchMedia('(max-width: 767px)')
const isNarrow = createValue(query.matches)
query.addEventListener('change', () => isNarrow.set(query.matches))

export function useNarrow(): boolean {
  return useValue(isNarrow)
}
