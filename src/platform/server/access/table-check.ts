// Tries whether the system's tables of sockets list a connection of our own: some systems have empty or partial ones.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { endianness } from 'node:os'
import type { Log } from '../log/log.ts'
import { holderOf, rowStart, type ReadTable } from './socket-table.ts'

/** A table that changes while it is read may skip a row. */
const tries = 3

/** Resolves with false only when a connection that is there is not listed. Rejects when none can be made, or nothing read. */
export async function doesTableTell(readTable: ReadTable, log: Log): Promise<boolean> {
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      if (await isListed(readTable, socket)) return true
    } finally {
      socket.destroy()
    }
  } finally {
    server.close()
  }
  log.warn('this system does not tell whose a local connection is: every program of this machine counts as local')
  return false
}

async function isListed(readTable: ReadTable, { localPort = 0, remotePort = 0 }: Socket): Promise<boolean> {
  const address = '127.0.0.1'
  const ends = { local: { address, port: localPort }, remote: { address, port: remotePort } }
  const start = rowStart(ends, 'tcp', endianness()) ?? ''
  for (let count = 0; count < tries; count++) {
    if (holderOf(await readTable('tcp'), start) !== null) return true
  }
  return false
}
