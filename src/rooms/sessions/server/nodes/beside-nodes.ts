// What the room has to do with the other services on the same PostgreSQL.
import type { SessionsContext } from '../context.ts'
import { nodeThere } from './shown.ts'
import { watchNodes, type TellNodes, type NodeWatchParts } from './watch-nodes.ts'

export interface BesideNodes {
  /** Says who tells of the other services; called once, before the start. */
  hearOfNodes(nodes: { readonly told: TellNodes }): void
  /** The other service that alone may act on a session, on the board or past; null: this one, or nobody knows it. */
  nodeOf(id: string): Promise<string | null>
}

type Beside = Pick<NodeWatchParts, 'timers' | 'clock'> & { readonly watches: AsyncDisposableStack }

const alone: TellNodes = async () => null

/** `watch` goes on until the stack ends. */
export function besideNodes(context: SessionsContext, { watches, timers, clock }: Beside) {
  const { events, foreign } = context
  let told = alone
  const asked: BesideNodes = {
    hearOfNodes: (nodes) => void (told = nodes.told),
    nodeOf: (id) => nodeThere(context, id),
  }
  return {
    asked,
    watch(): void {
      if (events.node !== null) watches.use(watchNodes({ told: () => told(), foreign, timers, clock }))
    },
  }
}
