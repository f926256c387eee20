import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holderOf, rowStart, type SocketEnds } from './socket-table.ts'

/** As Linux 6 prints them; the columns are those of `sl local_address rem_address st tx_queue rx_queue … uid timeout inode`. */
const tcp = [
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                                                     ',
  '   0: 0100007F:1CFC 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 20001 1 0000000000000000 100 0 0 10 0                     ',
  '   1: 0100007F:1CFC 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 20002 1 0000000000000000 20 4 30 10 -1                    ',
  '   2: 0100007F:9C40 0100007F:1CFC 01 00000000:00000000 00:00000000 00000000 65534        0 20003 1 0000000000000000 20 4 30 10 -1                    ',
  '   3: 0100007F:9C41 0100007F:1CFC 05 00000000:00000000 03:00000C8A 00000000     0        0 0 3 0000000000000000                                      ',
  '   4: 0100007F:9C42 0100007F:1CFC 06 00000000:00000000 03:00000C8A 00000000     0        0 0 3 0000000000000000                                      ',
  '   5: 0100007F:9C43 0100007F:1CFC 01 00000000:00000000 00:00000000 00000000     0        0 20004 1 0000000000000000 20 4 30 10 -1                    ',
  '   6: 0100007F:9C44 0100007F:1CFC 05 00000000:00000000 00:00000000 00000000  1001        0 0 1 0000000000000000 20 4 30 10 -1                        ',
].join('\n')

const tcp6 = [
  '  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
  '   0: 0000000000000000FFFF00000100007F:9C50 0000000000000000FFFF00000100007F:1CFC 01 00000000:00000000 00:00000000 00000000  1002        0 30001 1 0000000000000000 20 4 30 10 -1',
  '   1: 00000000000000000000000001000000:9C51 00000000000000000000000001000000:1CFC 01 00000000:00000000 00:00000000 00000000  1003        0 30002 1 0000000000000000 20 4 30 10 -1',
].join('\n')

const ends = (port: number, address = '127.0.0.1', server = address): SocketEnds => ({
  local: { address, port },
  remote: { address: server, port: 7420 },
})

test('a row is found by both ends, as the program that holds the socket sees them', () => {
  const rows: [number, ReturnType<typeof holderOf>][] = [
    [40_000, 65_534],
    [40_003, 0],
    [40_009, null],
    // Its end of the wire is another row than the service's.
    [7420, null],
  ]
  for (const [port, uid] of rows) assert.equal(holderOf(tcp, rowStart(ends(port), 'tcp', 'LE') ?? ''), uid, `${port}`)
})

test('what no program holds any more is listed as root’s and is nobody’s', () => {
  for (const port of [40_001, 40_002]) assert.equal(holderOf(tcp, rowStart(ends(port), 'tcp', 'LE') ?? ''), 'let_go')
  // Newer kernels remember whose it was.
  assert.equal(holderOf(tcp, rowStart(ends(40_004), 'tcp', 'LE') ?? ''), 1001)
})

test('IPv4 through an IPv6 socket stands in the other table, and ::1 stands there alone', () => {
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1']) {
    assert.equal(holderOf(tcp6, rowStart(ends(40_016, address), 'tcp6', 'LE') ?? ''), 1002)
    assert.equal(holderOf(tcp, rowStart(ends(40_000, address, '127.0.0.1'), 'tcp', 'LE') ?? ''), 65_534)
  }
  assert.equal(holderOf(tcp6, rowStart(ends(40_017, '::1'), 'tcp6', 'LE') ?? ''), 1003)
  assert.equal(rowStart(ends(40_017, '::1'), 'tcp', 'LE'), null)
})

test('a machine of the other byte order prints addresses the other way round', () => {
  assert.equal(rowStart(ends(40_000), 'tcp', 'BE'), ': 7F000001:9C40 7F000001:1CFC ')
  assert.equal(rowStart(ends(40_000, '127.1.2.3', '127.0.0.1'), 'tcp', 'LE'), ': 0302017F:9C40 0100007F:1CFC ')
})

test('what is no address, and a row that is cut or has other columns, tell nothing', () => {
  for (const address of ['', 'localhost', '127.0.0.1%lo', '127.0.0', 'fe80::1']) {
    assert.equal(rowStart(ends(40_000, address), 'tcp', 'LE'), null, address)
    assert.equal(rowStart(ends(40_000, address), 'tcp6', 'LE'), null, address)
  }
  const start = rowStart(ends(40_000), 'tcp', 'LE') ?? ''
  for (const row of [start, `   2${start}01`, `   2${start}01 a b c x 0 y`, `   2${start}01 0:0 0:0 0 -1 0 5`]) {
    assert.equal(holderOf(row, start), null, row)
  }
  assert.equal(holderOf('', start), null)
})
