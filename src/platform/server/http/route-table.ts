// Knows every route and socket that was registered: for the rule that each has a class, for 405, and for the documents.
import { pathSegments } from '#base/request-path.ts'
import type { RouteOptions } from 'fastify'
import type { AccessClass, AccessRaise } from '#platform/access.ts'

export type RouteEntry = {
  readonly kind: 'http' | 'socket'
  /** In upper case; `GET` for a socket. */
  readonly method: string
  /** As registered, with `:name` for parameters. */
  readonly url: string
  readonly access: AccessClass
  readonly raise: readonly AccessRaise[]
  /** Largest body, in bytes, of a route that takes larger ones than the rest. */
  readonly bodyBytes?: number | undefined
  /** Largest body, in bytes, of a caller without credentials; absent where everybody may send as much. */
  readonly anonymousBodyBytes?: number | undefined
  /** Whether it may be asked through another node. */
  readonly isOwned?: boolean
  /** fastify's schema object, zod inside; null for a socket. */
  readonly schema: RouteOptions['schema'] | null
}

export type RouteTable = {
  add(entry: RouteEntry): void
  all(): readonly RouteEntry[]
  /** The HTTP routes that a request target could mean, whatever their method. */
  at(target: string): RouteEntry[]
}

export function createRouteTable(): RouteTable {
  const entries: RouteEntry[] = []
  return {
    add: (entry) => void entries.push(entry),
    all: () => entries,
    at(target) {
      const segments = pathSegments(target)
      return entries.filter(({ kind, url }) => kind === 'http' && matches(pathSegments(url), segments))
    },
  }
}

/** The entries of one fastify registration, which may name several methods. Throws when it has no access class. */
export function entriesOf(route: RouteOptions & { readonly url: string }): RouteEntry[] {
  const methods = [route.method].flat()
  const { access, raise = [], anonymousBodyBytes, owner } = route.config ?? {}
  if (access === undefined) throw new Error(`the route ${methods.join(', ')} ${route.url} names no access class`)
  return methods.map((method) => {
    const bodies = { bodyBytes: route.bodyLimit, anonymousBodyBytes, schema: route.schema }
    return { kind: 'http', method, url: route.url, access, raise, isOwned: owner !== undefined, ...bodies }
  })
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const prefix = pattern.slice(0, -1)
    return segments.length >= prefix.length && matches(prefix, segments.slice(0, prefix.length))
  }
  if (pattern.length !== segments.length) return false
  return pattern.every((part, index) => part.startsWith(':') || part === segments[index])
}
