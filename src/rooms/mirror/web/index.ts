// What the page takes from the mirror room.
import { lazy } from 'react'

/** Loaded with the settings. */
export const GatewaySection = lazy(() =>
  import('./gateway-section.tsx').then(({ GatewaySection }) => ({ default: GatewaySection })),
)
