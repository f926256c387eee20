// The class of paths that no route has: a stranger learns nothing about what exists under a guarded prefix.
import { liesUnder, pathSegments } from '#base/request-path.ts'
import type { AccessClass } from '#platform/access.ts'

export type AccessPrefix = { readonly prefix: string; readonly access: AccessClass }

/** The longest prefix that a path lies under decides; a path under none belongs to the page, which is public. */
const prefixes: readonly AccessPrefix[] = [
  { prefix: '/api', access: 'local_or_authenticated' },
  { prefix: '/api/hooks/ingest', access: 'local_only' },
  { prefix: '/api/hooks/sessions', access: 'local_or_exposed' },
  { prefix: '/api/agents', access: 'authenticated' },
  { prefix: '/api/system', access: 'authenticated' },
  { prefix: '/api/flow', access: 'authenticated' },
  { prefix: '/api/flow/webhooks', access: 'signed' },
  { prefix: '/api/gateway', access: 'authenticated' },
  { prefix: '/api/plugins', access: 'authenticated' },
  { prefix: '/mcp', access: 'authenticated' },
  { prefix: '/metrics', access: 'local_or_authenticated' },
  { prefix: '/ws', access: 'local_or_authenticated' },
  { prefix: '/ws/flow', access: 'authenticated' },
  { prefix: '/ws/terminal', access: 'authenticated' },
  { prefix: '/ws/device', access: 'device' },
]

/** The class of a request target that has no route; `more` are prefixes that only this deployment guards. */
export function classOfPath(target: string, more: readonly AccessPrefix[]): AccessClass {
  const segments = pathSegments(target)
  let longest = -1
  let access: AccessClass = 'public'
  for (const entry of [...prefixes, ...more]) {
    const prefix = pathSegments(entry.prefix)
    if (prefix.length <= longest || !liesUnder(segments, prefix)) continue
    longest = prefix.length
    access = entry.access
  }
  return access
}
