// The one table of what exists in fabric mode alone.
import { liesUnder, pathSegments } from '#base/request-path.ts'

/** Prefixes on a segment boundary: `/api/vaultx` is none of them. */
export const gatedPrefixes = ['/api/vault', '/api/auth/setup-init', '/api/auth/devices', '/api/fuel'] as const

const gated = gatedPrefixes.map(pathSegments)

/** Whether a request target, as sent, names something at or under a gated prefix; letter case counts, as for all routes. */
export function isGatedPath(target: string): boolean {
  const segments = pathSegments(target)
  return gated.some((prefix) => liesUnder(segments, prefix))
}
