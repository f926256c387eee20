// The one place that turns thrown errors into refusals, and bugs into log lines.
import type { Refusal } from '#platform/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StorageError, storageRefusals } from '../db/storage-error.ts'
import type { Log } from '../log/log.ts'
import { badTarget, brokenJson, internal, notFound, notJson, tooLarge } from './refusals.ts'
import { sendRefusal } from './refuse.ts'
import { RequestRefused } from './validation.ts'

/** fastify's error handler. */
export function answerErrors(log: Log, bodyBytes: number) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const limit = request.routeOptions.bodyLimit ?? bodyBytes
    const refusal = refusalOf(error, { target: request.raw.url ?? '', bodyBytes: limit })
    // fastify closes the connection after a body that it refused. A client still sending would then see a reset instead
    // of the answer; the rest of its body is read and dropped, within the time that a request may take.
    reply.removeHeader('connection')
    if (refusal !== null) return void sendRefusal(reply, refusal)
    const { id, method, routeOptions } = request
    log.error({ err: error, request_id: id, method, route: routeOptions.url }, 'a request failed by an error of ours')
    sendRefusal(reply, internal(id))
  }
}

type Context = { readonly target: string; readonly bodyBytes: number }

/** The refusal that an error stands for, or null for a bug. */
export function refusalOf(error: unknown, context: Context): Refusal | null {
  if (error instanceof RequestRefused) return error.refusal
  if (error instanceof StorageError) return storageRefusals[error.trouble]
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return refusalsByCode[String(error.code)]?.(context) ?? null
}

const cutShort: Refusal = { error: 'invalid_request', reason: 'The body ended before its announced length.' }

/** What fastify and Node find wrong with a request, by their error codes. */
const refusalsByCode: Readonly<Record<string, (context: Context) => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ bodyBytes }) => tooLarge(bodyBytes),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => notJson,
  FST_ERR_CTP_INVALID_JSON_BODY: () => brokenJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => cutShort,
  ECONNRESET: () => cutShort,
  FST_ERR_BAD_URL: () => badTarget,
  FST_ERR_MAX_PARAM_LENGTH: ({ target }) => notFound(target),
}

/** The answer to bytes that are no HTTP request, or to one that came too slowly or with too many headers. */
export function refusalOfClientError(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { error: 'request_timeout', reason: 'The request took too long to arrive.' }
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return { error: 'headers_too_large', reason: 'The headers of the request are too large.' }
  }
  return { error: 'invalid_request', reason: 'This is not a valid HTTP request.' }
}
