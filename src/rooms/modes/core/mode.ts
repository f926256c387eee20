// What DEPLOYMENT means.
import type { Mode } from '../contract.ts'

/** Fabric mode for exactly `cloud-fabric`; anything else, unset included, is legacy mode. */
export function modeOf(deployment: string | null): Mode {
  return deployment === 'cloud-fabric' ? 'fabric' : 'legacy'
}
