// The routes of the modes room.
import { route } from '#platform/route.ts'
import type { Version } from './contract.ts'

/** What the service is: its version, its mode, where its agents run. */
export const readVersion = route<{ answer: Version }>()({ method: 'GET', path: '/api/version', access: 'public' })

/** The script that tells the page its mode; a Content-Security-Policy without inline scripts leaves no other way. */
export const readModeScript = route<{ answer: string }>()({ method: 'GET', path: '/mode.js', access: 'public' })

/** Where daemons of devices connect, in fabric mode alone. */
export const gatedSocket = '/ws/device'

/** What exists in fabric mode alone. On a segment boundary: `/api/vaultx` is none of them. */
export const gatedPrefixes = ['/api/vault', '/api/auth/setup-init', '/api/auth/devices', '/api/fuel'] as const
