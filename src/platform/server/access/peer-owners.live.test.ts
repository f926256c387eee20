// Against the tables of this system: real connections of our user, of another one, and of a program that has let go.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { silentLog } from '../log/log.ts'
import { systemPeerOwners } from './peer-owners.ts'

const isRoot = process.platform === 'linux' && process.geteuid?.() === 0
const skip = isRoot ? false : 'takes root on Linux, to be another user as well'
/** A user that no system gives to anybody. */
const strangerUid = 54_321

const server = createServer({ allowHalfOpen: true })
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => server.close())

/** A program of `uid` connects and does `then`; the service's end of the connection, when its first byte has come. */
async function peerOf(uid: number, then: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf x >&3 && ${then}`
  const program = spawn('bash', ['-c', script], { uid, gid: uid, stdio: 'ignore', cwd: '/' })
  const [socket] = (await once(server, 'connection')) as [Socket]
  socket.on('error', () => socket.destroy())
  socket.on('close', () => program.kill('SIGKILL'))
  await once(socket, 'data')
  return socket
}

for (const [name, uid, owner] of [
  ['our own user', 0, 'ours'],
  ['another user', strangerUid, 'another'],
] as const) {
  test(`a program of ${name} is told`, { skip }, async () => {
    const socket = await peerOf(uid, 'exec sleep 1000')
    assert.equal(await systemPeerOwners(silentLog).look(socket), owner)
    socket.destroy()
  })
}

test('whoever connects is told whose program listens', { skip }, async () => {
  const script = `require('node:net').createServer((socket) => socket.write('x')).listen(0, '127.0.0.1', function () {
    console.log(this.address().port)
  })`
  const listener = spawn(process.execPath, ['-e', script], { uid: strangerUid, gid: strangerUid, cwd: '/' })
  const [port] = (await once(listener.stdout, 'data')) as [Buffer]
  const socket = connect(Number(port.toString()), '127.0.0.1')
  await once(socket, 'data')
  assert.equal(await systemPeerOwners(silentLog).look(socket), 'another')
  socket.destroy()
  listener.kill('SIGKILL')
})

test('a program of another user that lets go at once is not taken for root', { skip }, async () => {
  const socket = await peerOf(strangerUid, 'exec 3>&-')
  await once(socket, 'end')
  assert.notEqual(await systemPeerOwners(silentLog).look(socket), 'ours')
  socket.destroy()
})
