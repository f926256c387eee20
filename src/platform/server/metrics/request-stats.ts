// Counts HTTP requests as cheaply as it gets: plain numbers per route, rendered only when somebody asks.

/** Upper bounds in seconds: a commit takes under 1 ms, a launch some 20 ms, a person notices 250 ms. */
const bucketBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** The numbers of one route and method. */
export type RequestStats = {
  readonly method: string
  readonly route: string
  /** How many answers had each status. */
  readonly statuses: Map<number, number>
  /** How many requests took at most the bound at the same index; the last counts the slower ones. */
  readonly buckets: number[]
  seconds: number
}

export function newRequestStats(method: string, route: string): RequestStats {
  const buckets = Array.from({ length: bucketBounds.length + 1 }, () => 0)
  return { method, route, statuses: new Map(), buckets, seconds: 0 }
}

export function countRequest(stats: RequestStats, status: number, seconds: number): void {
  stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1)
  stats.seconds += seconds
  let index = 0
  while (index < bucketBounds.length && seconds > (bucketBounds[index] ?? 0)) index += 1
  stats.buckets[index] = (stats.buckets[index] ?? 0) + 1
}

/** The Prometheus text of all routes that were called. */
export function renderRequestStats(all: readonly RequestStats[]): string {
  const called = all.filter((stats) => stats.statuses.size > 0)
  return [
    '# HELP orrery_http_requests_total HTTP requests answered.',
    '# TYPE orrery_http_requests_total counter',
    ...called.flatMap(renderStatuses),
    '# HELP orrery_http_request_duration_seconds Time from the headers of a request to the end of its answer.',
    '# TYPE orrery_http_request_duration_seconds histogram',
    ...called.flatMap(renderDurations),
    '',
  ].join('\n')
}

function renderStatuses(stats: RequestStats): string[] {
  return [...stats.statuses].map(
    ([status, count]) => `orrery_http_requests_total{${labels(stats)},status="${status}"} ${count}`,
  )
}

function renderDurations(stats: RequestStats): string[] {
  const name = 'orrery_http_request_duration_seconds'
  let total = 0
  const buckets = stats.buckets.map((count, index) => {
    total += count
    return `${name}_bucket{${labels(stats)},le="${bucketBounds[index] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `${name}_sum{${labels(stats)}} ${stats.seconds}`, `${name}_count{${labels(stats)}} ${total}`]
}

function labels({ method, route }: RequestStats): string {
  return `method="${method}",route="${route}"`
}
