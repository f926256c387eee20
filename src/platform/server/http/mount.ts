// Mounts a bound route: its requests are parsed by its schemas, its handler answers a value or a refusal.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Result } from '#base/result.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'
import type { AnswerOf, ParamsOf, Route } from '#platform/route.ts'
import type { Api } from './api.ts'
import { schemasOf, textParams, type AnySchemas, type Bound } from './bind.ts'
import { sendResult } from './refuse.ts'

type ParsedBy<S, K extends string> = S extends { readonly [Key in K]: z.ZodType<infer Out> } ? Out : undefined
type ParamsIn<R extends Route, S> = S extends { readonly params: z.ZodType<infer Out> }
  ? Out
  : R extends Route<infer _W, infer P>
    ? Readonly<Record<ParamsOf<P>, string>>
    : never

/** A request that passed its access class and its schemas. */
export type Asked<B> =
  B extends Bound<infer R, infer S>
    ? {
        readonly params: ParamsIn<R, S>
        readonly query: ParsedBy<S, 'query'>
        readonly body: ParsedBy<S, 'body'>
        /** For what is no part of the declared request: headers, the caller. */
        readonly request: FastifyRequest
      }
    : never

/** What a handler answers. `status` stands in the place of the route's own. */
export type Answered<T> = Result<T, Refusal> & { readonly status?: number }

export type Handler<B> =
  B extends Bound<infer R, infer _S>
    ? (asked: Asked<B>) => Answered<AnswerOf<R>> | Promise<Answered<AnswerOf<R>>>
    : never

/** Registers the route with its class. Throws for a path that is taken. */
export function mount<B extends Bound>(api: Api, bound: B, handle: Handler<B>): void {
  const status = schemasOf(bound).status ?? 200
  register(api, bound, async (request, reply) => {
    const answered = await (handle as AnyHandler)(askedOf(request))
    sendResult(reply, answered, answered.status ?? status)
  })
}

/** As `mount`, for an answer that is text, bytes or a stream: the handler sends it, with its headers, by itself. */
export function mountRaw<B extends Bound>(
  api: Api,
  bound: B,
  handle: (asked: Asked<B>, reply: FastifyReply) => void | Promise<void>,
): void {
  register(api, bound, async (request, reply) => await handle(askedOf(request) as Asked<B>, reply))
}

type AnyHandler = (asked: AnyAsked) => Answered<unknown> | Promise<Answered<unknown>>
type AnyAsked = {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly request: FastifyRequest
}

/** fastify has parsed all three by the route's schemas before the handler runs. */
function askedOf(request: FastifyRequest): AnyAsked {
  const { params, query, body } = request
  return { params, query, body, request }
}

function register(
  api: Api,
  bound: Bound,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const { method, path, access, raise } = bound.route
  const { anonymousBodyBytes } = schemasOf(bound)
  api.route({
    method,
    url: path,
    config: {
      access,
      ...(raise === undefined ? {} : { raise }),
      ...(anonymousBodyBytes === undefined ? {} : { anonymousBodyBytes }),
    },
    schema: documented(path, schemasOf(bound)),
    handler,
  })
}

function documented(path: string, { summary, tag, answer, query, body, ...rest }: AnySchemas) {
  const params = rest.params ?? textParams(path)
  return {
    tags: [tag ?? path.split('/')[2] ?? 'service'],
    summary,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: {
      ...(answer === undefined || answer === null
        ? {}
        : {
            [rest.status ?? 200]: answer,
            ...(rest.otherStatus === undefined ? {} : { [rest.otherStatus]: answer }),
          }),
      '4xx': errorBodySchema,
      '5xx': errorBodySchema,
    },
  }
}
