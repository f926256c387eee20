// A route as a value: a room's api.ts declares it once, the server mounts it, the page and the command line call it.
import type { AccessClass, AccessRaise } from './access.ts'

/** HTTP methods that routes have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What travels over a route, as its caller writes and reads it. */
export type Wire = { readonly query?: object; readonly body?: unknown; readonly answer: unknown }

export type Route<W extends Wire = Wire, P extends string = string> = {
  readonly method: Method
  /** With `:name` for each parameter. */
  readonly path: P
  /** Who may call it. */
  readonly access: AccessClass
  /** Query parameters that ask for more than `access`. */
  readonly raise?: readonly AccessRaise[]
  /** Carries types alone: there is never a value. */
  readonly wire?: W
}

type Declared<P extends string> = Omit<Route<never, P>, 'wire'>

/**
 * Declares a route: `route<{ body: StopRequest; answer: SessionAnswer }>()({ method: 'POST', path: …, access: … })`. In two
 * calls, since TypeScript infers all type arguments of one call or none: the wire is given, the path is inferred.
 */
export function route<W extends Wire>() {
  return <const P extends string>(declared: Declared<P>): Route<W, P> => declared
}

/** The names after the colons of a path. */
export type ParamsOf<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? ParamsOf<Head> | ParamsOf<Rest>
  : P extends `:${infer Name}`
    ? Name
    : never

/** What the service answers on that route when it does not refuse. */
export type AnswerOf<R extends Route> = R extends Route<infer W> ? W['answer'] : never

type ParamsPart<P extends string> = [ParamsOf<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamsOf<P>, string | number>> }

type QueryPart<W extends Wire> = W extends { readonly query: infer Q extends object }
  ? object extends Q
    ? { readonly query?: Q }
    : { readonly query: Q }
  : { readonly query?: undefined }

type BodyPart<W extends Wire> = W extends { readonly body: infer B }
  ? { readonly body: B }
  : { readonly body?: undefined }

/** What a caller gives: the parameters of the path, the query and the body that the route has, and nothing else. */
export type RequestOf<R extends Route> =
  R extends Route<infer W, infer P> ? ParamsPart<P> & QueryPart<W> & BodyPart<W> : never

/** The address of a route: `hrefOf(readSession, { params: { id } })`. */
export type AddressOf<R extends Route> =
  R extends Route<infer W, infer P> ? ParamsPart<P> & Pick<QueryPart<W>, keyof QueryPart<W>> : never

/** An argument that may be left out when nothing in it is required. */
export type Given<T> = object extends T ? readonly [given?: T] : readonly [given: T]

/** Path and query of a request, encoded. Values of the query that are undefined or null are left out. */
export function hrefOf<R extends Route>(to: R, ...[given]: Given<AddressOf<R>>): string {
  return addressOf(to.path, given ?? {})
}

/** What an address is made of, whatever its route. */
export type Address = {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: object | undefined
}

/** As `hrefOf`, for callers that were handed a route of which they know nothing. */
export function addressOf(path: string, { params = {}, query = {} }: Address): string {
  const filled = path.replaceAll(/:(?<name>\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}
