import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { endianness } from 'node:os'
import { after, before, test } from 'node:test'
import { createPeerOwners, type PeerOwnersOptions } from './peer-owners.ts'
import { rowStart, type SocketTable } from './socket-table.ts'

const server = createServer()
const clients: Socket[] = []
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => {
  for (const client of clients) client.destroy()
  server.close()
})

/** The service's end of a new connection, and the row of the peer's end when `uid` holds it. */
async function connected(uid: number): Promise<{ socket: Socket; row: string }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown]
  clients.push(socket)
  const address = '127.0.0.1'
  const ends = { local: { address, port: client.localPort ?? 0 }, remote: { address, port: client.remotePort ?? 0 } }
  return { socket, row: `   1${rowStart(ends, 'tcp', endianness())}01 0:0 0:0 0 ${uid} 0 77 1\n` }
}

/** Owners by a table that the test writes, with the reads that were made. */
function ownersBy(table: (name: SocketTable) => string, more: Partial<PeerOwnersOptions> = {}) {
  const reads: SocketTable[] = []
  const owners = createPeerOwners({
    uid: 1000,
    readTable: async (name) => {
      reads.push(name)
      return table(name)
    },
    doesTell: async () => true,
    ...more,
  })
  return { owners, reads }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('our own user and root are ours, anybody else is another; one read serves all who ask, and each connection once', async () => {
  const peers = [await connected(1000), await connected(0), await connected(1001)]
  const { owners, reads } = ownersBy(() => peers.map(({ row }) => row).join(''))
  const [first] = peers
  assert.ok(first)
  assert.equal(owners.known(first.socket), null)
  assert.deepEqual(await Promise.all(peers.map(({ socket }) => owners.look(socket))), ['ours', 'ours', 'another'])
  assert.deepEqual(reads.length <= 2, true, 'the first asks at once, the others share the next read')
  const before = reads.length
  assert.equal(await owners.look(first.socket), 'ours')
  assert.equal(owners.known(first.socket), 'ours')
  assert.equal(reads.length, before)
})

test('a peer that is not listed is looked for twice and is then gone, unless the system lists nobody', async () => {
  const { socket, row } = await connected(1000)
  let count = 0
  const late = ownersBy((name) => (name === 'tcp' && (count += 1) === 2 ? row : ''))
  assert.equal(await late.owners.look(socket), 'ours')
  const never = ownersBy(() => '')
  assert.equal(await never.owners.look(socket), 'gone')
  assert.deepEqual(never.reads, ['tcp', 'tcp6', 'tcp', 'tcp6'])
  const silent = ownersBy(() => '', { doesTell: async () => false })
  assert.equal(await silent.owners.look(socket), 'untold')
  const broken = ownersBy(() => '', { doesTell: () => Promise.reject(systemError('EADDRNOTAVAIL')) })
  assert.equal(await broken.owners.look(socket), 'gone')
})

test('a system without tables does not tell; tables that cannot be read now make nobody local', async () => {
  const { socket, row } = await connected(1000)
  const failing = (code: string) =>
    ownersBy(() => {
      throw systemError(code)
    })
  assert.equal(await failing('ENOENT').owners.look(socket), 'untold')
  assert.equal(await failing('EACCES').owners.look(socket), 'untold')
  for (const code of ['EMFILE', 'ENOMEM']) assert.equal(await failing(code).owners.look(socket), 'gone')
  const withoutIpv6 = ownersBy((name) => {
    if (name === 'tcp6') throw systemError('ENOENT')
    return row.replace(':', '-')
  })
  assert.equal(await withoutIpv6.owners.look(socket), 'gone')
  const elsewhere = ownersBy(() => row, { uid: null })
  assert.equal(elsewhere.owners.known(socket), 'untold')
  assert.equal(await elsewhere.owners.look(socket), 'untold')
  assert.deepEqual(elsewhere.reads, [])
})
