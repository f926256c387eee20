// The numbers that /metrics shows: of requests, of the process, and whatever other parts register.
import type { ServerResponse } from 'node:http'
import { countRequest, newRequestStats, renderRequestStats, type RequestStats } from './request-stats.ts'

export interface Metrics {
  /** A value that is read when somebody asks for it. `name` begins with `orrery_`; a name may be taken once. */
  gauge(name: string, help: string, sample: (() => number) | LabelledSample): void
  /** A count that only grows. `name` ends in `_total`; it may be taken once, or once for each set of labels. */
  counter(name: string, help: string, labels?: Labels): MetricCounter
  /** The numbers of one route, to be passed to `watch`. */
  requests(method: string, route: string): RequestStats
  /** Counts the answer towards `stats` once it is finished. */
  watch(response: ServerResponse, stats: RequestStats): void
  /** The Prometheus text. The first call loads prom-client and begins to watch the process. */
  render(): Promise<string>
}

/** One of several values of a name, told apart by their labels. */
export type LabelledSample = { readonly labels: Labels; readonly read: () => number }

export type MetricCounter = { add(count?: number): void }

/** Names of our own choice: letters, digits and _. Values may be any text. */
export type Labels = Readonly<Record<string, string>>

type Registered = {
  readonly kind: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
  readonly labels: string
  read(): number
}

export function createMetrics(): Metrics {
  const registered = new Map<string, Registered>()
  const stats: RequestStats[] = []
  const register = (entry: Registered) => {
    const key = entry.name + entry.labels
    if (registered.has(key)) throw new Error(`the metric ${key} is registered twice`)
    registered.set(key, entry)
  }
  let renderProcess: (() => Promise<string>) | null = null
  return {
    gauge(name, help, sample) {
      const { labels, read } = typeof sample === 'function' ? { labels: {}, read: sample } : sample
      register({ kind: 'gauge', name, help, labels: written(labels), read })
    },
    counter(name, help, labels = {}) {
      let value = 0
      register({ kind: 'counter', name, help, labels: written(labels), read: () => value })
      return { add: (count = 1) => void (value += count) }
    },
    requests(method, route) {
      const made = newRequestStats(method, route)
      stats.push(made)
      return made
    },
    watch: watchResponse,
    async render() {
      renderProcess ??= (await import('./watch-process.ts')).watchProcess()
      return renderRequestStats(stats) + renderRegistered([...registered.values()]) + (await renderProcess())
    },
  }
}

const startedAt = Symbol('started at')
const statsOf = Symbol('stats of')
type Watched = ServerResponse & { [startedAt]?: number; [statsOf]?: RequestStats }

/** One listener for all responses: a closure for each would cost more than the counting. */
function watchResponse(response: Watched, stats: RequestStats): void {
  response[startedAt] = performance.now()
  response[statsOf] = stats
  response.on('finish', onFinish)
}

function onFinish(this: Watched): void {
  const stats = this[statsOf]
  if (stats === undefined) return
  countRequest(stats, this.statusCode, (performance.now() - (this[startedAt] ?? 0)) / 1000)
}

/** Samples of one name stand together below its head. */
function renderRegistered(entries: readonly Registered[]): string {
  return [...Map.groupBy(entries, ({ name }) => name)]
    .map(([name, samples]) => {
      const head = samples.slice(0, 1).map(({ kind, help }) => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`)
      return [...head, ...samples.map(({ labels, read }) => `${name}${labels} ${read()}\n`)].join('')
    })
    .join('')
}

/** As the text format of Prometheus has it. */
const escaped = (value: string): string => value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
