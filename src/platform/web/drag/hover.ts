// Where a drag is: as its room says, or simply what lies under the pointer.
import type { DragParts, Hover } from './pointer-drag.ts'

export function hoverOf<T>(parts: Pick<DragParts<T>, 'hover' | 'spotAt'>, key: string): Hover<T> {
  return parts.hover?.(key) ?? { see: parts.spotAt, end: parts.spotAt }
}
