// Serves the built page: its assets, and index.html for every view that it draws itself.
import { pathSegments } from '#base/request-path.ts'
import type { Refusal } from '#platform/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createPageFiles, type PageFile } from './page-files.ts'
import { plainHeaders, plainPage } from './plain-page.ts'
import { notFound } from './refusals.ts'
import { sendRefusal } from './refuse.ts'
import { pageHeaders } from './security-headers.ts'

/** Answers a request that no route took and that the page may answer. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** `folder` holds index.html and the assets; null or an absent one gives a page that says how to build it. */
export function createPage(folder: string | null): Page {
  const files = folder === null ? null : createPageFiles(folder)
  return async (request, reply) => {
    const { url = '', method } = request.raw
    const segments = pathSegments(url)
    const isView = !(segments.at(-1) ?? '').includes('.')
    const asked = isView ? ['index.html'] : segments
    const file = (await files?.find(asked)) ?? null
    if (file === null && !isView) return sendRefusal(reply, notFound(url))
    if (method !== 'GET' && method !== 'HEAD') return sendRefusal(reply, readOnly, { allow: 'GET, HEAD' })
    return file === null ? sendUnbuilt(reply) : sendFile(reply, file, cachingOf(asked))
  }
}

const readOnly: Refusal = { error: 'method_not_allowed', reason: 'The page is only read.', hint: 'It takes GET, HEAD.' }

/** Vite names what never changes by its content: `assets/index-B3fK9xQ2.js`. */
const hashedName = /-[\w-]{8,}\.[a-z0-9]+$/i

function cachingOf(segments: readonly string[]): string {
  const isHashed = segments[0] === 'assets' && hashedName.test(segments.at(-1) ?? '')
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function sendFile(reply: FastifyReply, file: PageFile, caching: string): FastifyReply {
  const { headers } = reply.request
  reply.headers({ ...pageHeaders, etag: file.etag, 'cache-control': caching, 'content-type': file.type })
  if (file.gzipped !== null) reply.header('vary', 'accept-encoding')
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(headers['accept-encoding'] ?? '')
  if (file.gzipped === null || !takesGzip) return reply.send(file.body)
  return reply.header('content-encoding', 'gzip').send(file.gzipped)
}

/** 503: the address is right, and the page will be there once it is built. */
function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const page = plainPage({
    title: 'The page is not built',
    reason: 'The service runs and its API answers, but the files of its page are missing.',
    hint: 'Run `npm run build`, or start the service with `npm start`, which builds them.',
  })
  return reply
    .code(503)
    .headers({ ...plainHeaders, 'content-type': 'text/html; charset=utf-8' })
    .send(page)
}
