// The OpenAPI document and its offline viewer. Loaded when first asked for: nothing of it loads at the start.
import { readDocs } from '#platform/api.ts'
import { errorBodySchema } from '#platform/contract.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AccessClass } from '#platform/access.ts'
import { noCompilers } from './no-compilers.ts'
import type { RouteEntry } from './route-table.ts'
import { pageHeaders } from './security-headers.ts'

const docsPath = readDocs.path

export interface Docs {
  /** The document as JSON text. */
  document(): string
  /** Answers a request of the viewer. */
  serve(request: IncomingMessage, response: ServerResponse): void
}

/** Builds both from the routes registered so far. Slow (a few hundred ms): call it once. */
export async function createDocs(routes: readonly RouteEntry[], version: string): Promise<Docs> {
  // A server of its own that never listens: it knows the same routes, and swagger describes and shows them.
  const host: FastifyInstance = fastify({ exposeHeadRoutes: false, schemaController: noCompilers })
  host.setValidatorCompiler(() => () => true)
  host.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await host.register(swagger, { openapi: { ...head(version) }, transform: jsonSchemaTransform })
  for (const route of routes) if (isDescribed(route)) host.route(describedRoute(route))
  await host.register(swaggerUi, {
    routePrefix: docsPath,
    baseDir: viewerFolder(),
    // Its own logo would be read from a file beside its code, which is in the bundle.
    logo: { type: 'image/svg+xml', content: Buffer.from(wordmark) },
    staticCSP: viewerPolicy,
    theme: { title: 'Orrery API' },
    uiConfig,
  })
  await host.ready()
  const text = JSON.stringify(host.swagger())
  return { document: () => text, serve: (request, response) => serve(host, request, response) }
}

/** The build puts the viewer's files beside the bundle; from sources they lie in their package. */
function viewerFolder(): string {
  const built = join(import.meta.dirname, 'api-viewer')
  return existsSync(built) ? built : join(import.meta.dirname, '../../../../node_modules/@fastify/swagger-ui/static')
}

function serve(host: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  // The viewer's own policy takes the place of the page's.
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
  host.routing(request, response)
}

/** Without this the viewer would send the document's address to a validator on the net. */
const uiConfig = { validatorUrl: null }

const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 32"><text y="23" font-family="sans-serif" font-size="24" fill="#fff">Orrery</text></svg>'

/** The viewer sets style attributes and shows its own pictures as data; it runs no inline script. */
const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function head(version: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery', version, description: 'The API of a self-hosted command center for AI agents.' },
    components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } } },
  }
}

function isDescribed({ kind, method, url }: RouteEntry): boolean {
  return kind === 'http' && method !== 'HEAD' && !url.startsWith(docsPath)
}

function describedRoute({ method, url, schema, access }: RouteEntry): RouteOptions {
  return {
    method,
    url,
    schema: {
      ...schema,
      tags: schema?.tags ?? [url.split('/')[2] ?? 'service'],
      description: [schema?.description, accessNotes[access]].filter((text) => text !== undefined).join(' '),
      ...(access === 'public' || access === 'signed' ? {} : { security: [{ bearer: [] }] }),
      response: { ...responsesOf(schema), '4xx': errorBodySchema },
    },
    handler: () => ({}),
  }
}

function responsesOf(schema: RouteEntry['schema']): Record<string, unknown> {
  return typeof schema?.response === 'object' && schema.response !== null ? { ...schema.response } : {}
}

const accessNotes: Readonly<Record<AccessClass, string>> = {
  public: 'Anyone may call this.',
  local_only: 'Programs of this machine alone may call this.',
  local_or_exposed: 'Programs of this machine may call this; once the service is exposed, the authenticated too.',
  local_or_authenticated: 'Programs of this machine and the authenticated may call this.',
  authenticated: 'Needs credentials.',
  signed: 'Needs a signature over the body.',
  device: 'Needs the token of a paired device.',
  pairing: 'Needs a pairing code as Bearer.',
}
