// The two deployment modes on the server: what is gone in legacy mode, and how the page learns its mode.
import type { Refusal } from '#platform/contract.ts'
import type { AccessPrefix } from '#platform/server/access/prefixes.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Mode } from '../contract.ts'
import { gatedPrefixes } from '../api.ts'
import { isGatedPath } from '../core/gated-paths.ts'
import { modeOf } from '../core/mode.ts'
import { mountModeRoutes } from './routes.ts'

/** What the server asks about its mode. */
export type Modes = {
  readonly mode: Mode
  /** The 410 refusal of a request target that exists in fabric mode alone; always null in fabric mode. */
  readonly gone: (target: string) => Refusal | null
  /** What only this deployment guards: in fabric mode whatever lies under the gated prefixes needs credentials. */
  readonly prefixes: readonly AccessPrefix[]
  /** Mounts GET /api/version and GET /mode.js, in both modes. */
  readonly mount: (api: Api) => void
}

/** What the mode follows from. */
export type ModesOptions = {
  readonly config: Pick<Config, 'deployment' | 'fabricMode' | 'fabricHostnames' | 'tmuxSocket'>
  /** Version of the service, as /api/version tells it. */
  readonly version: string
}

/** Works out the mode once; the server asks it before anything else. */
export function createModes(options: ModesOptions): Modes {
  const mode = modeOf(options.config.deployment)
  return {
    mode,
    gone: (target) => (mode === 'legacy' && isGatedPath(target) ? gone : null),
    prefixes: mode === 'fabric' ? gatedPrefixes.map((prefix) => ({ prefix, access: 'authenticated' })) : [],
    mount: (api) => mountModeRoutes(api, { ...options, mode }),
  }
}

const gone: Refusal = {
  error: 'gone_in_legacy_mode',
  reason: 'This exists in fabric mode only, and the service runs in legacy mode.',
  hint: 'Start the service with DEPLOYMENT=cloud-fabric to have it.',
}
