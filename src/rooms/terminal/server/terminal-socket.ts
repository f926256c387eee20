// /ws/terminal/:id: who looks at which terminal, how many may, and their end with the service.
import type { SocketRoute } from '#platform/server/http/api.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import { terminalSocketPath } from '../api.ts'
import { terminalQuerySchema } from '../contract.ts'
import { locate } from './locate.ts'
import type { FindTerminal } from './ports.ts'
import { openPty, type OpenPty } from './pty.ts'
import { TerminalViewer } from './viewer.ts'

export type TerminalSocketParts = {
  readonly tmux: Tmux
  readonly findTerminal: FindTerminal
  readonly openPty?: OpenPty
}

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

/** Disposing detaches every viewer; their sessions live on. */
export function createTerminalSocket(parts: TerminalSocketParts): TerminalSocket {
  const viewers = new Set<TerminalViewer>()
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
          locate: () => locate(parts, id ?? ''),
          attachProgram: parts.tmux.attachProgram,
          openPty: parts.openPty ?? openPty,
          nowMs: () => performance.now(),
        })
        viewers.add(viewer)
        socket.on('close', () => viewers.delete(viewer))
        if (!query.success) viewer.end('bad_frame', 'The address of the terminal has a wrong size or mode.')
        else if (viewers.size > mostViewers) viewer.end('too_many', `${mostViewers} terminals are open already.`)
      },
    },
    [Symbol.dispose]() {
      clearInterval(pings)
      for (const viewer of viewers) viewer.dispose()
    },
  }
}
