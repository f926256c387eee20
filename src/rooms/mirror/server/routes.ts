// The HTTP face of the gateway, under /api/gateway: for the authenticated alone.
import { errorBodySchema } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendResult } from '#platform/server/http/refuse.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import {
  gatewayAgentListSchema,
  gatewayJobListSchema,
  gatewayRunListSchema,
  gatewayRunQuerySchema,
  gatewayStatusAnswerSchema,
  type GatewayAgent,
  type GatewayJob,
  type GatewayStatus,
} from '../contract.ts'
import type { RunsPage, RunsQuery } from './list-runs.ts'

export type GatewayViews = {
  readonly status: () => Promise<GatewayStatus>
  readonly jobs: () => readonly GatewayJob[]
  readonly runs: (query: RunsQuery) => Promise<Result<RunsPage, Refusal>>
  readonly agents: () => readonly GatewayAgent[]
}

const config = { access: 'authenticated' } as const
const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }
const tags = ['gateway']

export function mountGateway(api: Api, views: GatewayViews): void {
  api.get(
    '/api/gateway/status',
    {
      config,
      schema: {
        tags,
        summary: 'How the connection to the agent gateway stands',
        response: { 200: gatewayStatusAnswerSchema, ...refused },
      },
    },
    async () => ({ status: await views.status() }),
  )
  api.get(
    '/api/gateway/jobs',
    {
      config,
      schema: {
        tags,
        summary: "The gateway's jobs as the mirror knows them, with missed and late runs",
        response: { 200: gatewayJobListSchema, ...refused },
      },
    },
    () => ({ jobs: [...views.jobs()] }),
  )
  api.get(
    '/api/gateway/runs',
    {
      config,
      schema: {
        tags,
        summary: 'Finished runs as the gateway tells them now, newest first',
        querystring: gatewayRunQuerySchema,
        response: { 200: gatewayRunListSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await views.runs(request.query)),
  )
  api.get(
    '/api/gateway/agents',
    {
      config,
      schema: {
        tags,
        summary: 'Agents that the gateway was heard to run, the latest first',
        response: { 200: gatewayAgentListSchema, ...refused },
      },
    },
    () => ({ agents: [...views.agents()] }),
  )
}
