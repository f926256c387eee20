// The addresses under which plugins are called: /api/plugins/<name> and whatever lies below it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Json } from '#base/json.ts'
import type { Result } from '#base/result.ts'
import type { AnswerData, RequestData } from '#platform/server/sandbox/worker/messages.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { jsonSchema, type Refusal } from '#platform/contract.ts'
import { pluginAccess, pluginPaths } from '../api.ts'

/** Answers a request by the route of the plugin of that name. */
export type CallPlugin = (name: string, request: RequestData) => Promise<Result<AnswerData, Refusal>>

const pluginParams = z.strictObject({ name: z.string(), '*': z.string().optional() })
/** Not z.record: the document of the API would list its keywords as parameters. */
const querySchema = z.object({}).catchall(z.union([z.string(), z.array(z.string())]))

type PluginCall = FastifyRequest<{
  Params: z.infer<typeof pluginParams>
  Querystring: z.infer<typeof querySchema>
}>

export function mountPluginRoutes(api: Api, call: CallPlugin): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Both were parsed by the route's schemas.
    const { params, query, method, body } = request as PluginCall
    const answered = await call(params.name, {
      // fastify answers HEAD by the route of GET, without its body.
      method: method === 'HEAD' ? 'GET' : method,
      path: `/${params['*'] ?? ''}`,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, [value].flat()[0] ?? ''])),
      body: (body as Json | undefined) ?? null,
    })
    if (!answered.ok) return sendRefusal(reply, answered.error)
    const { status, body: answer } = answered.value
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer))
  }
  // What it answers is the plugin's own affair.
  const shared = { tags: ['plugins'], params: pluginParams, querystring: querySchema }
  for (const url of pluginPaths) {
    api.route({
      method: ['GET', 'DELETE'],
      url,
      config: { access: pluginAccess },
      schema: { ...shared, summary: 'A route of a plugin of yours' },
      handler: handle,
    })
    api.route({
      method: ['POST', 'PUT', 'PATCH'],
      url,
      config: { access: pluginAccess },
      schema: { ...shared, summary: 'A route of a plugin of yours', body: jsonSchema.optional() },
      handler: handle,
    })
  }
}
