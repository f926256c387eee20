// The routes by which machines and people look at the service itself: health, metrics, the documents of the API.
import { err, ok } from '#base/result.ts'
import { readDocs, readDocument, readHealth, readMetrics, readReadiness } from '#platform/api.ts'
import { statusSchema, type Refusal } from '#platform/contract.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Api } from './api.ts'
import { bind } from './bind.ts'
import { mount, mountRaw } from './mount.ts'
import type { RouteTable } from './route-table.ts'

export type ServiceRoutesOptions = {
  readonly table: RouteTable
  readonly metrics: Metrics
  readonly version: string
  /** Why the service can't take work now, or null. */
  readonly notReady: () => Refusal | null
}

const serviceRoutes = {
  readHealth: bind(readHealth, { summary: 'Whether the process answers', tag: 'service', answer: statusSchema }),
  readReadiness: bind(readReadiness, {
    summary: 'Whether the service takes work',
    tag: 'service',
    answer: statusSchema,
  }),
  readMetrics: bind(readMetrics, { summary: 'Counters and gauges for Prometheus', tag: 'service' }),
  readDocument: bind(readDocument, { summary: 'This document', tag: 'service' }),
}

export function mountServiceRoutes(api: Api, options: ServiceRoutesOptions): void {
  mount(api, serviceRoutes.readHealth, () => ok({ status: 'ok' }))
  mount(api, serviceRoutes.readReadiness, () => {
    const refusal = options.notReady()
    return refusal === null ? ok({ status: 'ready' }) : err(refusal)
  })
  mountRaw(api, serviceRoutes.readMetrics, async (_asked, reply) => {
    const metrics = await options.metrics.render()
    void reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(metrics)
  })
  mountDocs(api, options)
}

function mountDocs(api: Api, { table, version }: ServiceRoutesOptions): void {
  const docs = onceLoaded(async () => (await import('./docs.ts')).createDocs(table.all(), version))
  mountRaw(api, serviceRoutes.readDocument, async (_asked, reply) => {
    const document = (await docs()).document()
    void reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
  // The viewer and its files are served by its own program, in answers that no schema describes.
  for (const url of [readDocs.path, `${readDocs.path}/*`]) {
    api.get(url, { config: { access: readDocs.access } }, async (request, reply) => {
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
