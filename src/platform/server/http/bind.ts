// Joins a route to the schemas of what travels over it. The page knows the route alone; zod stays out of its scripts.
import { z } from 'zod'
import type { AnswerOf, Route, Wire } from '#platform/route.ts'

/** The schemas of a route. A schema whose type is not the route's own does not compile. */
export type Schemas<W extends Wire = Wire> = {
  /** One line of the API's document: what the route does. */
  readonly summary: string
  /** The group in the API's document; default: the room, by the path's second segment. */
  readonly tag?: string
  /** Default: a text for each parameter of the path. */
  readonly params?: z.ZodType
  /** Status of a success; default 200. */
  readonly status?: 200 | 201 | 202
  /** A further status of a success, with the same answer. */
  readonly otherStatus?: 200 | 201
  /** Largest body of a caller without credentials, where it is less than everybody's. */
  readonly anonymousBodyBytes?: number
  /** For what is polled: the answer has an ETag, and whoever repeats it gets 304 while nothing changed. */
  readonly isTagged?: true
} & (W extends { readonly query: unknown } ? { readonly query: z.ZodType } : { readonly query?: undefined }) &
  (W extends { readonly body: unknown } ? { readonly body: z.ZodType } : { readonly body?: undefined }) &
  // Null: the answer is text or bytes, which its handler sends itself.
  (string extends W['answer'] ? { readonly answer?: null } : { readonly answer: z.ZodType<W['answer']> })

type WireOf<R extends Route> = R extends Route<infer W> ? W : never

/** A query as it travels: numbers and truth values are texts there. What is null is left out. */
type AsText<Q> = { [K in keyof Q]: TextOf<Exclude<Q[K], null>> }
type TextOf<T> = T extends string ? T : T extends number | boolean ? `${T}` : T

/** What a caller may send has to be what the schema takes, and what the route answers has to pass its schema. */
type Agrees<R extends Route, S> = (S extends { readonly query: z.ZodType<unknown, infer In> }
  ? AsText<WireOf<R>['query']> extends In
    ? unknown
    : WireOf<R>['query'] extends In
      ? unknown
      : never
  : unknown) &
  (S extends { readonly body: z.ZodType<unknown, infer In> }
    ? WireOf<R>['body'] extends In
      ? unknown
      : never
    : unknown) &
  (S extends { readonly answer: z.ZodType<infer Out> } ? (AnswerOf<R> extends Out ? unknown : never) : unknown)

/** A route with its schemas: what the server mounts and the command line calls. */
export type Bound<R extends Route = Route, S extends object = object> = {
  readonly route: R
  readonly schemas: S
}

/** `bind(stopAgent, { body: stopRequestSchema, answer: sessionAnswerSchema, summary: '…' })` */
export function bind<R extends Route, const S extends Schemas<WireOf<R>>>(
  route: R,
  schemas: S & Agrees<R, S>,
): Bound<R, S> {
  return { route, schemas }
}

/** The schemas of a bound route of which nothing more is known. */
export type AnySchemas = {
  readonly summary: string
  readonly tag?: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer?: z.ZodType | null
  readonly status?: number
  readonly otherStatus?: number
  readonly anonymousBodyBytes?: number
  readonly isTagged?: true
}

export function schemasOf({ schemas }: Bound): AnySchemas {
  // `bind` alone makes a `Bound`, and it takes nothing else.
  return schemas as AnySchemas
}

/** The schema of a path's parameters where a route gives none of its own: a text each. */
export function textParams(path: string): z.ZodType | undefined {
  const names = [...path.matchAll(/:(?<name>\w+)/g)].map(({ groups }) => groups?.name ?? '')
  if (names.length === 0) return undefined
  return z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])))
}
