// Remembers whose program the other end of each local connection is, where the system tells; looked up once a connection.
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Log } from '../log/log.ts'
import { createOwnerLookUp, type OwnerLookUpOptions, type PeerOwner } from './owner-look-up.ts'
import type { ReadTable, SocketEnds } from './socket-table.ts'
import { doesTableTell } from './table-check.ts'

export interface PeerOwners {
  /** What an earlier look found; null before one. */
  known(socket: Socket): PeerOwner | null
  /** Looks at most once a connection. Never rejects. */
  look(socket: Socket): Promise<PeerOwner>
}

export type PeerOwnersOptions = Omit<OwnerLookUpOptions, 'uid'> & {
  /** Null where the system has no users, or does not tell whose a socket is. */
  readonly uid: number | null
}

/** Of this machine: Linux alone has the tables. */
export function systemPeerOwners(log: Log): PeerOwners {
  const uid = process.platform === 'linux' ? (process.geteuid?.() ?? null) : null
  return createPeerOwners({ uid, readTable: readSystemTable, doesTell: () => doesTableTell(readSystemTable, log) })
}

const readSystemTable: ReadTable = (table) => readFile(`/proc/net/${table}`, 'latin1')

export function createPeerOwners({ uid, ...options }: PeerOwnersOptions): PeerOwners {
  if (uid === null) return { known: () => 'untold', look: () => Promise.resolve('untold') }
  const owners = new WeakMap<Socket, PeerOwner>()
  const looks = new WeakMap<Socket, Promise<PeerOwner>>()
  const lookUp = createOwnerLookUp({ ...options, uid })

  async function ask(socket: Socket): Promise<PeerOwner> {
    const owner = await lookUp(peerEnds(socket))
    owners.set(socket, owner)
    return owner
  }

  return {
    known: (socket) => owners.get(socket) ?? null,
    look(socket) {
      const look = looks.get(socket) ?? ask(socket)
      looks.set(socket, look)
      return look
    },
  }
}

/** The connection as the peer's program has it. */
function peerEnds({ remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 }: Socket): SocketEnds {
  return { local: { address: remoteAddress, port: remotePort }, remote: { address: localAddress, port: localPort } }
}
