// What the routes of this room share.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { FlowContext } from '../context.ts'

export type FlowRouteParts = {
  readonly context: FlowContext
  /** Who asks, in a word. */
  readonly nameOf: (principal: Principal | null) => string
}
