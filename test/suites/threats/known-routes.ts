// Every route and socket that the service under test has, and the class that each is expected to have.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/entry.ts'
import type { Answer } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'

type RouteClass =
  | 'public'
  | 'local_only'
  | 'local_or_exposed'
  | 'local_or_authenticated'
  | 'authenticated'
  | 'signed'
  | 'device'
  | 'pairing'

/** The longest prefix on a segment boundary decides. A route without one fails the suite: give it a row here. */
const expectations: readonly (readonly [prefix: string, expected: RouteClass])[] = [
  ['/healthz', 'public'],
  ['/readyz', 'public'],
  ['/mode.js', 'public'],
  ['/api/version', 'public'],
  ['/api/auth/login', 'public'],
  ['/api/auth/logout', 'authenticated'],
  ['/api/hooks/ingest', 'local_only'],
  ['/api/hooks/approvals', 'local_only'],
  ['/api/approvals', 'authenticated'],
  ['/api/notifications', 'authenticated'],
  ['/api/hooks/install', 'authenticated'],
  ['/api/hooks/installed', 'authenticated'],
  ['/api/hooks/test', 'authenticated'],
  ['/api/hooks/uninstall', 'authenticated'],
  ['/api/hooks/sessions', 'local_or_exposed'],
  ['/api/triage', 'local_or_authenticated'],
  ['/api/briefs', 'local_or_authenticated'],
  ['/api/inbox', 'local_or_authenticated'],
  ['/api/home', 'local_or_authenticated'],
  ['/api/assistant', 'local_or_authenticated'],
  ['/api/home/machine', 'authenticated'],
  ['/api/tasks', 'local_or_authenticated'],
  ['/api/morning', 'local_or_authenticated'],
  ['/api/activity', 'local_or_authenticated'],
  ['GET /api/devices', 'local_or_authenticated'],
  ['/api/devices', 'authenticated'],
  ['GET /api/sessions', 'local_or_authenticated'],
  ['GET /api/sessions/nobody/stream', 'authenticated'],
  ['GET /api/sessions/nobody/derived', 'authenticated'],
  ['GET /api/sessions/nobody/diff', 'authenticated'],
  ['/api/sessions', 'authenticated'],
  ['/metrics', 'local_or_authenticated'],
  ['/api/docs', 'local_or_authenticated'],
  ['/api/openapi.json', 'local_or_authenticated'],
  ['/api/agents', 'authenticated'],
  ['/api/search', 'authenticated'],
  ['/api/nodes', 'local_or_authenticated'],
  ['/api/system', 'authenticated'],
  ['/api/flow', 'authenticated'],
  ['/api/flow/webhooks', 'signed'],
  ['/api/gateway', 'authenticated'],
  ['/api/plugins', 'authenticated'],
  ['/api/vault', 'authenticated'],
  ['/api/auth/setup-init', 'authenticated'],
  ['/api/auth/devices', 'authenticated'],
  ['/api/auth/passkeys', 'authenticated'],
  ['/api/auth/passkey-login', 'public'],
  ['/api/auth/devices/claim', 'pairing'],
  ['/api/fuel', 'authenticated'],
  ['/mcp', 'authenticated'],
  ['/ws/state', 'local_or_authenticated'],
  ['/ws/flow', 'authenticated'],
  ['/ws/terminal', 'authenticated'],
  ['/ws/device', 'device'],
]

/** `expected` is null for a route that the table does not know. */
export type Route = {
  readonly method: string
  /** With a value in place of each parameter; nothing has that id. */
  readonly path: string
  /** As the document writes it: `/api/hooks/sessions/{id}`. */
  readonly pattern: string
  readonly expected: RouteClass | null
  readonly takesBody: boolean
  /** A body that may be left out. */
  readonly isOptional: boolean
}

/** What no document lists. */
const viewer = ['/api/docs', '/api/docs/static/index.html']
/** The page answers whatever is nobody else's, so it has no prefix of its own. */
const page = ['/', '/board', '/assets/none.js']

/** Every HTTP route: those of the document, its viewer and the page. */
export async function listRoutes(service: Service): Promise<Route[]> {
  const { json, status } = await service.call('GET /api/openapi.json', { token: service.token })
  assert.equal(status, 200, 'the document of the API')
  const documented = Object.entries(json.paths as Record<string, Record<string, object>>).flatMap(
    ([pattern, methods]) =>
      Object.entries(methods).map(([method, described]) => {
        return routeOf(method.toUpperCase(), pattern, Object.hasOwn(described, 'requestBody'))
      }),
  )
  assert.ok(documented.length >= 19, `${documented.length} routes only`)
  const views = page.map((path) => ({ ...routeOf('GET', path, false), expected: 'public' as const }))
  return [...documented, ...viewer.map((path) => routeOf('GET', path, false)), ...views]
}

/** Paths of sockets that the sources of the service name, with a value for each parameter. */
export function listSockets(): { readonly path: string; readonly expected: RouteClass | null }[] {
  const files = globSync(['src/platform/api.ts', 'src/rooms/*/api.ts'], { cwd: root })
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const patterns = new Set(texts.flatMap((text) => [...text.matchAll(/'(\/ws\/[^']+)'/g)].map(([, path = '']) => path)))
  assert.ok(patterns.has('/ws/state'))
  return [...patterns].map((pattern) => {
    return { path: pattern.replaceAll(/:\w+/g, 'nobody'), expected: expectedOf('SOCKET', pattern) }
  })
}

/** Their document says that a body is needed, as it does of every route that describes one. */
const optionalBodies = /^\/api\/(?:flow\/strands\/[^/]+\/run$|system\/backup$|plugins\/)/

function routeOf(method: string, pattern: string, takesBody: boolean): Route {
  const path = pattern.replaceAll(/\{(?:\w+|\*)\}/g, 'nobody')
  return { method, path, pattern, expected: expectedOf(method, path), takesBody, isOptional: optionalBodies.test(path) }
}

function expectedOf(method: string, path: string): RouteClass | null {
  const fitting = expectations.filter(([prefix]) => {
    const [only, start = only] = prefix.split(' ')
    return (start === prefix || only === method) && (path === start || path.startsWith(`${start}/`))
  })
  // A row for one method is longer than the one for all.
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1] ?? null
}

/** How a caller that is not local and has no credentials is refused. */
export function strangersRefusal({ expected }: Route): readonly [status: number, error: string] {
  return expected === 'local_only' || expected === 'local_or_exposed' ? [403, 'local_only'] : [401, 'unauthenticated']
}

/** `where` tells the request that was answered otherwise; a null answer is a connection that ended without one. */
export function assertRefusal(
  answer: Answer | null,
  [status, error]: readonly [status: number, error: string],
  where: string,
): void {
  const found = [answer?.status, answer?.json.ok, answer?.json.error]
  assert.deepEqual(found, [status, false, error], `${where}: ${answer?.text.slice(0, 300)}`)
}
