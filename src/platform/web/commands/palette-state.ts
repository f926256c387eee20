// Which of the two command overlays is open.
import { createValue } from '../store/value-store.ts'

export const commandOverlay = createValue<'palette' | 'shortcuts' | null>(null)

/** What is typed until the palette's field is there, as its code is fetched with the first use; null while nothing is held. */
export const typedAhead = createValue<string | null>(null)

export function openPalette(): void {
  if (commandOverlay.get() !== 'palette') typedAhead.set('')
  commandOverlay.set('palette')
}

export function openShortcuts(): void {
  commandOverlay.set('shortcuts')
}

export function closeCommandOverlay(): void {
  typedAhead.set(null)
  commandOverlay.set(null)
}
