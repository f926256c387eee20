// Which of the two command overlays is open.
import { createValue } from '../store/value-store.ts'

export const commandOverlay = createValue<'palette' | 'shortcuts' | null>(null)

export function openPalette(): void {
  commandOverlay.set('palette')
}

export function openShortcuts(): void {
  commandOverlay.set('shortcuts')
}

export function closeCommandOverlay(): void {
  commandOverlay.set(null)
}
