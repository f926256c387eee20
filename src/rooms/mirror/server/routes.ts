// The HTTP face of the gateway, under /api/gateway: for the authenticated alone.
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { GatewayAgent, GatewayJob, GatewayRunList, GatewayRunQuery, GatewayStatus } from '../contract.ts'
import { gatewayRoutes } from './bound-routes.ts'

export type GatewayViews = {
  readonly status: () => Promise<GatewayStatus>
  readonly jobs: () => readonly GatewayJob[]
  readonly runs: (query: GatewayRunQuery) => Promise<Result<GatewayRunList, Refusal>>
  readonly agents: () => readonly GatewayAgent[]
}

export function mountGateway(api: Api, views: GatewayViews): void {
  mount(api, gatewayRoutes.readStatus, async () => ok({ status: await views.status() }))
  mount(api, gatewayRoutes.listJobs, () => ok({ jobs: [...views.jobs()] }))
  mount(api, gatewayRoutes.listRuns, ({ query }) => views.runs(query))
  mount(api, gatewayRoutes.listAgents, () => ok({ agents: [...views.agents()] }))
}
