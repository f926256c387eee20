// What /metrics shows of nodes: each service tells what it sees itself, and bears its name, so that those of all can stand together.
import type { Metrics } from '#platform/server/metrics/metrics.ts'
import { nodeStandings, type NodesTold } from '../contract.ts'

/** `seen` is asked whenever somebody reads them. */
export function registerGauges(metrics: Pick<Metrics, 'gauge'>, seen: () => NodesTold): void {
  const { here: node } = seen()
  for (const standing of nodeStandings) {
    metrics.gauge('orrery_nodes', 'Nodes of this PostgreSQL by standing, as this one saw them last.', {
      labels: { node, standing },
      read: () => seen().nodes.filter((each) => each.standing === standing).length,
    })
  }
  metrics.gauge('orrery_node_up', 'Whether this node is among those of its PostgreSQL.', {
    labels: { node },
    read: () => (seen().problem === null ? 1 : 0),
  })
}
