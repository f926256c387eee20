// Which dialog of devices is open: one at a time, over whichever page is shown.
import { createValue } from '#platform/web/store/value-store.ts'

export type DeviceDialog =
  | { readonly kind: 'pair' }
  | { readonly kind: 'change'; readonly id: string }
  | { readonly kind: 'revoke'; readonly id: string }

export const deviceDialog = createValue<DeviceDialog | null>(null)

export const openPairing = (): void => deviceDialog.set({ kind: 'pair' })
export const closeDialog = (): void => deviceDialog.set(null)
