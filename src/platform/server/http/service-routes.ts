// The routes by which machines and people look at the service itself: health, metrics, the documents of the API.
import { refusalStatus, type Refusal } from '#platform/contract.ts'
import { z } from 'zod'
import type { Metrics } from '../metrics/metrics.ts'
import type { Api } from './api.ts'
import { docsPath, documentPath } from './docs-paths.ts'
import { sendRefusal } from './refuse.ts'
import type { RouteTable } from './route-table.ts'

export type ServiceRoutesOptions = {
  readonly table: RouteTable
  readonly metrics: Metrics
  readonly version: string
  /** Why the service can't take work now, or null. */
  readonly notReady: () => Refusal | null
}

const statusSchema = z.object({ status: z.string() })

export function mountServiceRoutes(api: Api, options: ServiceRoutesOptions): void {
  mountHealth(api, options.notReady)
  api.get('/metrics', { config: { access: 'local_or_authenticated' } }, async (_request, reply) => {
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return await options.metrics.render()
  })
  mountDocs(api, options)
}

function mountHealth(api: Api, notReady: () => Refusal | null): void {
  const config = { access: 'public' } as const
  api.get('/healthz', { config, schema: { response: { 200: statusSchema } } }, (_request, reply) => {
    reply.send({ status: 'ok' })
  })
  const response = { 200: statusSchema, [refusalStatus.storage_unavailable]: z.unknown() }
  api.get('/readyz', { config, schema: { response } }, (_request, reply) => {
    const refusal = notReady()
    if (refusal === null) reply.send({ status: 'ready' })
    else sendRefusal(reply, refusal)
  })
}

function mountDocs(api: Api, { table, version }: ServiceRoutesOptions): void {
  const docs = onceLoaded(async () => (await import('./docs.ts')).createDocs(table.all(), version))
  const config = { access: 'local_or_authenticated' } as const
  api.get(documentPath, { config }, async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    return (await docs()).document()
  })
  for (const url of [docsPath, `${docsPath}/*`]) {
    api.get(url, { config }, async (request, reply) => {
      const { serve } = await docs()
      reply.hijack()
      serve(request.raw, reply.raw)
    })
  }
}

/** Loads at the first call and keeps the outcome; a failure is forgotten, so that the next call tries anew. */
function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return async () => {
    loaded ??= load()
    try {
      return await loaded
    } catch (error) {
      loaded = null
      throw error
    }
  }
}
