// Reads request bodies: JSON alone, uncompressed, within the bound, refused in the order 413, 415, 400.
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { wellFormedJson } from '#base/well-formed-json.ts'
import type { Api } from './api.ts'
import { isTooDeep } from './json-depth.ts'
import { deepJson, emptyBody, encodedBody, notJson, tooLarge, unexpectedBody } from './refusals.ts'
import { maxDetails, maxFieldLength, RequestRefused } from './validation.ts'

type Done = (error: Error | null, body?: unknown) => void

/** Replaces fastify's own parsers. Every other type is read too, within the bound, so that 413 comes before 415. */
export function installBodyParsers(api: Api, bodyBytes: number): void {
  const parseJson = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyBytes },
    (request: FastifyRequest, text: string, done: Done) => {
      if (isEncoded(request.raw)) return done(new RequestRefused(encodedBody))
      if (text === '') return endEmpty(request, done)
      const limit = anonymousLimit(request)
      // A body in chunks tells its length only now.
      if (limit !== null && Buffer.byteLength(text) > limit) return done(new RequestRefused(tooLarge(limit)))
      // Parsing takes any depth; it is what walks the value later that does not.
      void parseJson(request, wellFormedJson(text), (error: Error | null, body?: unknown) =>
        error === null && isTooDeep(text) ? done(new RequestRefused(deepJson)) : done(error, body),
      )
    },
  )
  api.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyBytes },
    (request: FastifyRequest, bytes: Buffer, done: Done) => {
      if (bytes.length === 0 && !expectsBody(request)) return done(null, undefined)
      done(new RequestRefused(isEncoded(request.raw) ? encodedBody : notJson))
    },
  )
}

/**
 * Mounts routes that get each body as the bytes that came, of any type, within the bound: for a signature over them.
 * The handler checks the type itself; an empty body is undefined or an empty buffer.
 */
export function withRawBodies(api: Api, mount: (api: Api) => void): void {
  void api.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, bytes: Buffer, next: Done) =>
      next(null, bytes),
    )
    mount(scope)
    done()
  })
}

/** Where a request is 'none', an empty body passes under any content type, malformed ones included. */
export function dropTypeOfEmptyBody(request: IncomingMessage): void {
  const { headers } = request
  if (headers['transfer-encoding'] !== undefined) return
  if (headers['content-length'] === undefined || headers['content-length'] === '0') delete headers['content-type']
}

/** A hook for routes without a body schema: `{}` means nothing and passes, a field would be an unknown one. */
export function refuseUnexpectedBody(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { body } = request
  if (body === undefined || body === null) return done()
  const isEmptyObject = typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0
  if (isEmptyObject) return done()
  const fields = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : []
  const details = fields
    .slice(0, maxDetails)
    .map((field) => ({ field: field.slice(0, maxFieldLength), reason: 'is not a known field' }))
  done(new RequestRefused(fields.length === 0 ? unexpectedBody : { ...unexpectedBody, details }))
}

/** Whether `refuseUnexpectedBody` belongs before the route. Signed routes read their bodies themselves. */
export function takesNoBody(route: Pick<RouteOptions, 'schema' | 'config'>): boolean {
  return route.schema?.body === undefined && route.config?.access !== 'signed'
}

function anonymousLimit({ principal, routeOptions }: FastifyRequest): number | null {
  return principal === null ? (routeOptions.config.anonymousBodyBytes ?? null) : null
}

function endEmpty(request: FastifyRequest, done: Done): void {
  if (expectsBody(request)) done(new RequestRefused(emptyBody))
  else done(null, undefined)
}

/** A schema that takes nothing, too, describes a body that may be left out. */
function expectsBody(request: FastifyRequest): boolean {
  const schema = request.routeOptions.schema?.body
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success
}

function isEncoded(request: IncomingMessage): boolean {
  const encoding = request.headers['content-encoding']
  return encoding !== undefined && encoding !== '' && encoding !== 'identity'
}
