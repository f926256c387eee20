// What the routes of this room share.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { FlowContext } from '../context.ts'

export type FlowRouteParts = {
  readonly context: FlowContext
  /** Who asks, in a word. */
  readonly nameOf: (principal: Principal | null) => string
  /** The name of this service among those that share its tables; null where it has them for itself. */
  readonly here: string | null
}
