// What prom-client knows of the process. Loaded when somebody first asks for /metrics.
import { collectDefaultMetrics, Registry } from 'prom-client'

/** prom-client's own default of 10 ms would wake an idle process a hundred times a second. */
const loopDelayGrainMs = 100

/** Begins to watch the process, and answers what renders the numbers as Prometheus text. */
export function watchProcess(): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopDelayGrainMs })
  return () => registry.metrics()
}
