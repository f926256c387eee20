// The HTTP face of the workflow room, under /api/flow.
import type { Api } from '#platform/server/http/api.ts'
import type { FlowRouteParts } from './common.ts'
import { mountRuns } from './runs.ts'
import { mountStrands } from './strands.ts'

export function mountFlow(api: Api, parts: FlowRouteParts): void {
  mountStrands(api, parts)
  mountRuns(api, parts)
}
