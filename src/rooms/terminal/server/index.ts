// The terminal room as app/ wires it.
import type { Clock } from '#platform/server/clock.ts'
import type { Api, SocketRoute } from '#platform/server/http/api.ts'
import type { ListProcesses } from '#platform/server/processes.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { Transfer } from '../contract.ts'
import type { FindTerminal } from './ports.ts'
import { createReadResources } from './resources.ts'
import { mountTerminals } from './routes.ts'
import { createTerminalSocket } from './terminal-socket.ts'

export type TerminalsOptions = {
  readonly tmux: Tmux
  readonly findTerminal: FindTerminal
  readonly listProcesses: ListProcesses
  readonly clock: Clock
  /** For those who go on elsewhere. */
  readonly transfer: Transfer
}

/** Disposing detaches every viewer; the sessions live on. */
export interface Terminals extends Disposable {
  /** /ws/terminal/:id */
  readonly route: SocketRoute
  /** Mounts /api/agents/:id/resources, /screen and /transfer. */
  mount(api: Api): void
  /** How many viewers there are. */
  viewers(): number
}

export function createTerminals(options: TerminalsOptions): Terminals {
  const socket = createTerminalSocket(options)
  const readResources = createReadResources(options)
  return {
    route: socket.route,
    viewers: socket.viewers,
    mount: (api) => mountTerminals(api, { ...options, readResources }),
    [Symbol.dispose]: () => socket[Symbol.dispose](),
  }
}
