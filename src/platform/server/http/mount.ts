// Mounts a bound route: its requests are parsed by its schemas, its handler answers a value or a refusal.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { z } from 'zod'
import type { Result } from '#base/result.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'
import type { AnswerOf, ParamsOf, Route } from '#platform/route.ts'
import type { Api } from './api.ts'
import { schemasOf, textParams, type AnySchemas, type Bound } from './bind.ts'
import type { Owner } from './forward/owner.ts'
import { sendRefusal, sendResult } from './refuse.ts'

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

/** A handler with what is asked before it. */
export type Prefaced<H, B> = {
  /** Judges the route's callers before their bodies are read: null for who may go on. */
  readonly judge?: (request: FastifyRequest) => Refusal | null
  /** Says whose the thing is that is asked about: what is another node's is done there, and its answer is ours. */
  readonly owner?: OwnerOf<B>
  readonly handle: H
}

type OwnerOf<B> = B extends Bound<infer R, infer S> ? Owner<ParamsIn<R, S>> : never

/** Registers the route with its class. Throws for a path that is taken. */
export function mount<B extends Bound>(api: Api, bound: B, handler: Handler<B> | Prefaced<Handler<B>, B>): void {
  const { status = 200, isTagged = false } = schemasOf(bound)
  const preface = prefaceOf(handler)
  const { handle } = preface
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answered = await (handle as AnyHandler)(askedOf(request))
    if (isTagged && answered.ok && isUnchanged(request, reply, answered.value)) return void reply.code(304).send()
    sendResult(reply, answered, answered.status ?? status)
  }
  register(api, bound, { ...preface, answer })
}

/** Gives the answer its tag; whether the caller has that very answer. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, value: unknown): boolean {
  const tag = `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`
  reply.header('etag', tag)
  const known = request.headers['if-none-match'] ?? ''
  // A proxy that compresses weakens a tag (RFC 9110, 8.8.3): for this comparison they are the same.
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** Sends the answer with its headers by itself. */
export type RawHandler<B> = (asked: Asked<B>, reply: FastifyReply) => void | Promise<void>

/** As `mount`, for an answer that is text, bytes or a stream: the handler sends it, with its headers, by itself. */
export function mountRaw<B extends Bound>(
  api: Api,
  bound: B,
  handler: RawHandler<B> | Prefaced<RawHandler<B>, B>,
): void {
  const preface = prefaceOf(handler)
  const { handle } = preface
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    await handle(askedOf(request) as Asked<B>, reply)
  register(api, bound, { ...preface, answer })
}

/** A function alone has nothing before it. */
function prefaceOf<H, B>(handler: H | Prefaced<H, B>): Prefaced<H, B> {
  return isPrefaced(handler) ? handler : { handle: handler }
}

function isPrefaced<H, B>(handler: H | Prefaced<H, B>): handler is Prefaced<H, B> {
  return typeof handler === 'object'
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

type Registered = {
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly judge?: (request: FastifyRequest) => Refusal | null
  readonly owner?: unknown
}

function register(api: Api, bound: Bound, { answer, judge, owner }: Registered): void {
  const { method, path, access, raise } = bound.route
  const { anonymousBodyBytes } = schemasOf(bound)
  api.route({
    method,
    url: path,
    config: {
      access,
      ...(raise === undefined ? {} : { raise }),
      ...(anonymousBodyBytes === undefined ? {} : { anonymousBodyBytes }),
      // Its parameters are those of this route's path.
      ...(owner === undefined ? {} : { owner: owner as Owner }),
    },
    schema: documented(path, schemasOf(bound)),
    ...(judge === undefined ? {} : { onRequest: refuseBy(judge) }),
    handler: answer,
  })
}

function refuseBy(judge: (request: FastifyRequest) => Refusal | null) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const refusal = judge(request)
    if (refusal === null) done()
    else sendRefusal(reply, refusal)
  }
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
