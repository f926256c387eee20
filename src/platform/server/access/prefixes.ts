// The class of paths that no route has: a stranger learns nothing about what exists under a guarded prefix.
import { liesUnder, pathSegments } from '#base/request-path.ts'
import type { AccessClass } from '#platform/access.ts'
import { accessPrefixes, type AccessPrefix } from '#platform/api.ts'

/** The class of a request target that has no route; `more` are prefixes that only this deployment guards. */
export function classOfPath(target: string, more: readonly AccessPrefix[]): AccessClass {
  const segments = pathSegments(target)
  let longest = -1
  let access: AccessClass = 'public'
  for (const entry of [...accessPrefixes, ...more]) {
    const prefix = pathSegments(entry.prefix)
    if (prefix.length <= longest || !liesUnder(segments, prefix)) continue
    longest = prefix.length
    access = entry.access
  }
  return access
}
