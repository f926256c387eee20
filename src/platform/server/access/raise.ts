// Routes that ask for more than their class once a query parameter is present, as data on the route.
import type { AccessClass, AccessRaise } from '#platform/access.ts'

type Guarded = { readonly access: AccessClass; readonly raise: readonly AccessRaise[] }

/** The classes that a request to a route has to pass, the route's own first. `query` is the parsed query string. */
export function classesOf({ access, raise }: Guarded, query: unknown): readonly AccessClass[] {
  const asked = raise.filter((one) => isAsked(valueOf(query, one.query)))
  return [access, ...asked.map(({ to }) => to)]
}

function valueOf(query: unknown, name: string): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== 'false'
}
