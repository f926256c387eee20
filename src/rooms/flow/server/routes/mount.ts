// The HTTP face of the workflow room, under /api/flow.
import type { Api } from '#platform/server/http/api.ts'
import type { RouteParts } from './common.ts'
import { mountRuns } from './runs.ts'
import { mountStrands } from './strands.ts'

export function mountFlow(api: Api, parts: RouteParts): void {
  mountStrands(api, parts)
  mountRuns(api, parts)
}
