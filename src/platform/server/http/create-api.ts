// Makes the fastify instance that rooms mount on, with our rules in the place of its own.
import {
  fastify,
  type FastifyReply,
  type FastifyRequest,
  type preValidationAsyncHookHandler,
  type preValidationHookHandler,
  type RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Server } from 'node:http'
import type { z } from 'zod'
import type { Log } from '../log/log.ts'
import type { Api } from './api.ts'
import { installBodyParsers, refuseUnexpectedBody, takesNoBody } from './body.ts'
import { answerErrors } from './errors.ts'
import { forwardTo, type ForwardParts } from './forward/forward.ts'
import type { Guard } from './guard.ts'
import { maxParamLength, type HttpLimits } from './limits.ts'
import { createListener } from './listeners.ts'
import { noCompilers } from './no-compilers.ts'
import type { Page } from './page.ts'
import { badTarget } from './refusals.ts'
import { sendRefusal } from './refuse.ts'
import { entriesOf, type RouteTable } from './route-table.ts'
import { createUnreadAnswers } from './unread-answers.ts'
import { compileValidator } from './validation.ts'

export type ApiOptions = {
  readonly limits: HttpLimits
  readonly table: RouteTable
  readonly guard: Guard
  readonly page: Page
  readonly log: Log
  readonly checkAnswers?: boolean
  /** The way to other nodes; null where there are none. */
  readonly forward: ForwardParts | null
}

/** The instance and the main listener that it answers on; neither listens yet. */
export function createApi(options: ApiOptions): { api: Api; server: Server } {
  const { limits, guard, log } = options
  const instance = fastify({
    // A logger would cost each request a child logger and two listeners; errors are logged in one place of ours.
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestIdHeader: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength },
    serverFactory: (handle) => createListener(limits, handle),
    // Ours are set below.
    schemaController: noCompilers,
    // The listener has its own.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      guard.judgeUnknown(request, (denial) => {
        const refusal = denial?.refusal
        sendRefusal(reply as FastifyReply, refusal === undefined || refusal.error === 'not_found' ? badTarget : refusal)
      })
    },
  })
  const api: Api = instance.withTypeProvider<ZodTypeProvider>()
  api.decorateRequest('principal', null)
  api.setValidatorCompiler<z.ZodType>(compileValidator)
  api.setSerializerCompiler<z.ZodType>(options.checkAnswers === true ? checkedSerializer : plainSerializer)
  api.setErrorHandler(answerErrors(log, limits.bodyBytes))
  installBodyParsers(api, limits.bodyBytes)
  catchAll(api, options)
  installGuard(api, options)
  installBound(api)
  return { api, server: instance.server }
}

function installGuard(api: Api, { table, guard, forward }: ApiOptions): void {
  api.addHook('onRoute', (route) => {
    const entries = entriesOf(route)
    for (const entry of entries) table.add(entry)
    const [first] = entries
    if (first === undefined) return
    route.onRequest = [guard.forRoute(first), ...[route.onRequest ?? []].flat()]
    const owner = route.config?.owner
    // Where there are no other nodes, no request pays for the question.
    if (owner !== undefined && forward !== null) prepend(route, forwardTo(forward, owner))
    if (takesNoBody(route)) prepend(route, refuseUnexpectedBody)
  })
}

function prepend(route: RouteOptions, hook: preValidationHookHandler | preValidationAsyncHookHandler): void {
  route.preValidation = [hook, ...[route.preValidation ?? []].flat()]
}

function installBound(api: Api): void {
  const unread = createUnreadAnswers(() => performance.now())
  // With fastify's callback: an async hook would cost every answer a promise.
  api.addHook('onSend', (_request, reply, ...[payload, done]) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) unread.add(reply.raw, payload.length)
    done(null, payload)
  })
  api.addHook('onClose', async () => unread[Symbol.dispose]())
}

/** Takes what no other route takes. It answers in the first hook, before fastify would read a body that nobody wants. */
function catchAll(api: Api, { guard, page }: ApiOptions): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    guard.judgeUnknown(request, (denial) => {
      if (denial === null) page(request, reply).catch((error: unknown) => reply.send(error))
      else sendRefusal(reply, denial.refusal, denial.allow.length === 0 ? {} : { allow: denial.allow.join(', ') })
    })
  }
  api.all('*', { onRequest: answer }, (_request, reply) => reply.callNotFound())
  // Methods that fastify has no routes for.
  api.setNotFoundHandler((request, reply) => answer(request, reply))
}

type MakeSerializer = (route: { schema: z.ZodType }) => (data: unknown) => string

/** Schemas of answers document them; parsing each answer again would cost more than the rest of a request. */
const plainSerializer: MakeSerializer = () => (data) => JSON.stringify(data)

const checkedSerializer: MakeSerializer =
  ({ schema }) =>
  (data) => {
    schema.parse(data)
    return JSON.stringify(data)
  }
