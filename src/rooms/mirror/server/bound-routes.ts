// The routes of the agent gateway with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import { listGatewayAgents, listGatewayJobs, listGatewayRuns, readGatewayStatus } from '../api.ts'
import {
  gatewayAgentListSchema,
  gatewayJobListSchema,
  gatewayRunListSchema,
  gatewayRunQuerySchema,
  gatewayStatusAnswerSchema,
} from '../contract.ts'

export const gatewayRoutes = {
  readStatus: bind(readGatewayStatus, {
    summary: 'How the connection to the agent gateway stands',
    answer: gatewayStatusAnswerSchema,
  }),
  listJobs: bind(listGatewayJobs, {
    summary: "The gateway's jobs as the mirror knows them, with missed and late runs",
    answer: gatewayJobListSchema,
  }),
  listRuns: bind(listGatewayRuns, {
    summary: 'Finished runs as the gateway tells them now, newest first',
    query: gatewayRunQuerySchema,
    answer: gatewayRunListSchema,
  }),
  listAgents: bind(listGatewayAgents, {
    summary: 'Agents that the gateway was heard to run, the latest first',
    answer: gatewayAgentListSchema,
  }),
}
