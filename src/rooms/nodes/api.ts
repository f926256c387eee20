// The routes of nodes.
import { route } from '#platform/route.ts'
import type { NodesAnswer } from './contract.ts'

/** Who else is on this service's PostgreSQL. */
export const readNodes = route<{ answer: NodesAnswer }>()({
  method: 'GET',
  path: '/api/nodes',
  access: 'local_or_authenticated',
})
