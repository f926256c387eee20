// What is told of nodes over HTTP.
import { ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { nodeRoutes } from './bound-routes.ts'
import type { NodesPort } from './ports.ts'

export function mountNodes(api: Api, told: NodesPort['told']): void {
  mount(api, nodeRoutes.readNodes, async () => ok({ nodes: await told() }))
}
