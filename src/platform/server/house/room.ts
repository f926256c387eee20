// The one shape of a room of the service: what it serves, how it starts and how it ends.
import type { Api, SocketRoute } from '../http/api.ts'
import type { Metrics } from '../metrics/metrics.ts'

/**
 * A room that is open: it has read what it needs, answers other rooms, and does nothing by itself before `start`. Disposing
 * releases what it holds and waits for what is under way; rooms that were opened later are gone by then.
 */
export interface Room extends AsyncDisposable {
  /** Adds its routes. Called once, before the service listens. */
  mount?(api: Api, metrics: Pick<Metrics, 'counter' | 'gauge'>): void
  /** Its WebSocket endpoints. */
  readonly sockets?: readonly SocketRoute[]
  /** Begins what it does by itself. Called once, when the service listens; those that start after it wait until it resolves. */
  start?(): Promise<void>
  /** Ends what it does by itself; requests and other rooms are still answered. Called also when `start` failed. */
  stop?(): Promise<void>
}
