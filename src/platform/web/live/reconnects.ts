// Counts the times that a feed came back: what is read by GET may have changed unheard, or could not be read, until then.
import { createValue } from '../store/value-store.ts'

export const reconnects = createValue(0)

/** Counts each opening of one feed that comes after it was open or after a try that failed. */
export function countReconnects(): { opened(): void; failed(): void } {
  let isFirst = true
  return {
    opened() {
      if (!isFirst) reconnects.set(reconnects.get() + 1)
      isFirst = false
    },
    failed() {
      isFirst = false
    },
  }
}
