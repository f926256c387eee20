// /ws/terminal/:id: who looks at which terminal, how many may, and their end with the service.
import type { SocketRoute } from '#platform/server/http/api.ts'
import type { Timers } from '#platform/server/timers.ts'
import { terminalSocketPath } from '../api.ts'
import { terminalQuerySchema } from '../contract.ts'
import type { TellSize } from './ports.ts'
import { createSizeWatch } from './size-watch.ts'
import { sourceOf, type TerminalSourceParts } from './source.ts'
import { TerminalViewer } from './viewer.ts'

export interface TerminalSocket extends Disposable {
  readonly route: SocketRoute
  /** How many viewers there are. */
  viewers(): number
}

/** A large paste; it is typed as one piece. */
const maxPayload = 1024 * 1024
/** Each viewer is a tmux client, a process of some 3 MB. */
const mostViewers = 64
/** Three chances to answer before a viewer counts as dead. */
const pingIntervalMs = 10_000

export type TerminalSocketParts = TerminalSourceParts & {
  readonly timers: Pick<Timers, 'after'>
  readonly tellSize: TellSize
}

/** Disposing detaches every viewer; their sessions live on. */
export function createTerminalSocket(parts: TerminalSocketParts): TerminalSocket {
  const viewers = new Set<TerminalViewer>()
  const sizes = createSizeWatch({ ...parts, sourceOf: (sessionId) => sourceOf(parts, sessionId) })
  const pings = setInterval(() => {
    for (const viewer of viewers) viewer.checkAlive()
  }, pingIntervalMs).unref()
  return {
    viewers: () => viewers.size,
    route: {
      path: terminalSocketPath,
      access: 'authenticated',
      maxPayload,
      accept(socket, { id, url }) {
        const query = terminalQuerySchema.safeParse(Object.fromEntries(url.searchParams))
        const viewer = new TerminalViewer({
          socket,
          query: query.data ?? terminalQuerySchema.parse({}),
          source: sourceOf(parts, id ?? ''),
          sized: () => sizes.changed(id ?? ''),
          nowMs: () => performance.now(),
        })
        viewers.add(viewer)
        socket.on('close', () => {
          viewers.delete(viewer)
          sizes.changed(id ?? '')
        })
        if (!query.success) viewer.end('bad_frame', 'The address of the terminal has a wrong size or mode.')
        else if (viewers.size > mostViewers) viewer.end('too_many', `${mostViewers} terminals are open already.`)
      },
    },
    [Symbol.dispose]() {
      clearInterval(pings)
      sizes[Symbol.dispose]()
      for (const viewer of viewers) viewer.dispose()
    },
  }
}
