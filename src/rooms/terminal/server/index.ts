// The terminal room as app/ wires it.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { createListProcesses } from '#platform/server/processes.ts'
import { openPty } from '#platform/server/pty.ts'
import type { FindTerminal, NodeOfTerminal, TellSize, TerminalsOfDevices } from './ports.ts'
import { createReadResources } from './resources.ts'
import { mountTerminals } from './routes.ts'
import { createTerminalSocket } from './terminal-socket.ts'

/** The parts of the ground that this room stands on. */
export type TerminalsGround = GroundOf<
  'tmux' | 'environment' | 'machine' | 'clock' | 'timers',
  'publicUrl' | 'tmuxSocket'
>

/** What this room is opened with, besides its ground. */
export type TerminalsPorts = {
  readonly findTerminal: FindTerminal
  readonly nodeOf: NodeOfTerminal
  /** Null where there are none. */
  readonly ofDevices: TerminalsOfDevices | null
  readonly tellSize: TellSize
}

/** Viewers of terminals. Disposing detaches every one; the sessions live on. */
export interface Terminals extends Room {
  /** How many viewers there are. */
  viewers(): number
}

/** Nothing is attached before the first viewer comes. */
export function openTerminalRoom(ground: TerminalsGround, ports: TerminalsPorts): Terminals {
  const { config, machine } = ground
  const parts = { ...ground, ...ports, openPty, listProcesses: createListProcesses(ground.environment) }
  const transfer = {
    public_url: config.publicUrl,
    ssh_host: `${machine.userName}@${machine.hostName}`,
    tmux_socket: config.tmuxSocket,
  }
  const socket = createTerminalSocket(parts)
  const readResources = createReadResources(parts)
  return {
    sockets: [socket.route],
    viewers: socket.viewers,
    mount: (api) => mountTerminals(api, { ...parts, transfer, readResources }),
    async [Symbol.asyncDispose]() {
      socket[Symbol.dispose]()
    },
  }
}
