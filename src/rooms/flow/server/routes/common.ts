// What the routes of this room share.
import { errorBodySchema } from '#platform/contract.ts'
import type { Principal } from '#platform/server/auth/auth.ts'
import type { FlowContext } from '../context.ts'

export type RouteParts = {
  readonly context: FlowContext
  /** Who asks, in a word. */
  readonly nameOf: (principal: Principal | null) => string
}

export const config = { access: 'authenticated' } as const
export const tags = ['strands']
export const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }
