// Whether an address exists in fabric mode alone.
import { liesUnder, pathSegments } from '#base/request-path.ts'
import { gatedPrefixes, gatedSocket } from '../api.ts'

const gated = [...gatedPrefixes, gatedSocket].map(pathSegments)

/** Whether a request target, as sent, names something at or under a gated prefix, or the socket of devices; letter case counts, as for all routes. */
export function isGatedPath(target: string): boolean {
  const segments = pathSegments(target)
  return gated.some((prefix) => liesUnder(segments, prefix))
}
