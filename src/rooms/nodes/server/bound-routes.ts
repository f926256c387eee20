// The routes of nodes with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { nodesAnswerSchema } from '../contract.ts'

export const nodeRoutes = {
  readNodes: bind(routes.readNodes, {
    summary: 'The services of one PostgreSQL, as this one sees them; null where it is alone',
    answer: nodesAnswerSchema,
  }),
}
