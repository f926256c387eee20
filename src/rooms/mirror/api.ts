// The routes of the agent gateway.
import { route } from '#platform/route.ts'
import type {
  GatewayAgentList,
  GatewayJobList,
  GatewayRunList,
  GatewayRunQuery,
  GatewayStatusAnswer,
} from './contract.ts'

const access = 'authenticated'

/** How the connection to the gateway stands. */
export const readGatewayStatus = route<{ answer: GatewayStatusAnswer }>()({
  method: 'GET',
  path: '/api/gateway/status',
  access,
})

/** Its jobs as the mirror knows them, with missed and late runs. */
export const listGatewayJobs = route<{ answer: GatewayJobList }>()({
  method: 'GET',
  path: '/api/gateway/jobs',
  access,
})

/** Finished runs as the gateway tells them now, newest first. */
export const listGatewayRuns = route<{ query: Partial<GatewayRunQuery>; answer: GatewayRunList }>()({
  method: 'GET',
  path: '/api/gateway/runs',
  access,
})

/** Agents that the gateway was heard to run, the latest first. */
export const listGatewayAgents = route<{ answer: GatewayAgentList }>()({
  method: 'GET',
  path: '/api/gateway/agents',
  access,
})
