// The two deployment modes on the server: what is gone in legacy mode, and how the page learns its mode.
import type { Refusal } from '#platform/contract.ts'
import type { AccessPrefix } from '#platform/api.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { Mode } from '../contract.ts'
import { gatedPrefixes } from '../api.ts'
import { isGatedPath } from '../core/gated-paths.ts'
import { ownCommandOf } from '#platform/server/cli/own-command.ts'
import { modeOf } from '../core/mode.ts'
import { mountModeRoutes } from './routes.ts'

/** What the server asks about its mode; GET /api/version and GET /mode.js are mounted in both. */
export interface Modes extends Room {
  readonly mode: Mode
  /** The 410 refusal of a request target that exists in fabric mode alone; always null in fabric mode. */
  readonly gone: (target: string) => Refusal | null
  /** What only this deployment guards: in fabric mode whatever lies under the gated prefixes needs credentials. */
  readonly prefixes: readonly AccessPrefix[]
}

/** The parts of the ground that the mode follows from. */
export type ModesGround = GroundOf<
  'version' | 'environment',
  'deployment' | 'fabricMode' | 'fabricHostnames' | 'tmuxSocket'
>

/** Works out the mode once; the server asks it before anything else. */
export function openModesRoom(ground: ModesGround): Modes {
  const mode = modeOf(ground.config.deployment)
  return {
    mode,
    gone: (target) => (mode === 'legacy' && isGatedPath(target) ? gone : null),
    prefixes: mode === 'fabric' ? gatedPrefixes.map((prefix) => ({ prefix, access: 'authenticated' })) : [],
    mount: (api) => mountModeRoutes(api, { ...ground, mode, command: ownCommandOf(ground.environment) }),
    async [Symbol.asyncDispose]() {},
  }
}

const gone: Refusal = {
  error: 'gone_in_legacy_mode',
  reason: 'This exists in fabric mode only, and the service runs in legacy mode.',
  hint: 'Start the service with DEPLOYMENT=cloud-fabric to have it.',
}
