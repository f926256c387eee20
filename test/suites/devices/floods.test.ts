// More output than anybody keeps: from a device that keeps to no bounds, and from an agent of a real daemon whose hub is away.
// Both sides stay bounded, and what went is told to the byte.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { online, pairDevice, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../../support/as-hub.ts'
import {
  joinHub,
  makeDevicePlace,
  openModelServer,
  outputOf,
  startThere,
  untilState,
} from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const gigabyte = 1_000_000_000
const mebibyte = 1024 * 1024
/** More than three times what a spool holds. */
const written = 160 * mebibyte
const patienceMs = 300_000
/** What a run may leave at either side, with its index and the envelope that goes beyond it. */
const mostKept = 70 * mebibyte
/** What a database takes for as much, whose envelopes are longer by a third, and its journal. */
const mostSpooled = 300 * mebibyte

/** The most that a process ever held, where the system tells. */
function peakOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

test('a device that sends a gigabyte as fast as the line takes it fills neither the disk of the hub nor its memory', async () => {
  await using place = await makeHome()
  await using hub = await startService(place, { env: fabric })
  const device = await pairDevice(asHub(hub))
  const { socket, ...channel } = await online(asHub(hub), device, 'one')
  channel.beat({ ...sampleFacts, installedHarnesses: ['code-agent'] })
  const id = await until('it may be given work', () => startThere(hub, { deviceTarget: device.id }), 60_000)
  let start = await channel.next()
  while (start.type !== 'session.start') start = await channel.next()
  const run = { session_id: id, run_id: start.run_id }
  const partBytes = 500_000
  const parts = Math.ceil(gigabyte / partBytes)
  const [before, after] = JSON.stringify({
    ...run,
    v: 1,
    id: 'f',
    ts: '2026-11-20T10:00:00.000Z',
    type: 'session.stdout',
    at: 0,
    data: Buffer.alloc(partBytes, 'x').toString('base64'),
    seq: 424_242,
  }).split('424242')
  const atRest = peakOf(hub.pid)
  for (let seq = 1; seq <= parts; seq += 1) {
    assert.equal(socket.readyState, socket.OPEN, `the hub hung up before part ${seq}`)
    socket.send(`${before}${seq}${after}`)
    while (socket.bufferedAmount > 8 * mebibyte) await wait(1)
  }
  channel.send({ type: 'session.exit', ...run, seq: parts + 1, exit_code: 9, signal: null, reason: null })
  const ended = await untilState(hub, id, 'failed', 'completed')
  assert.deepEqual([ended.state, ended.exit_code], ['failed', 9])
  const logs = sizeOf(join(place.home, 'logs'))
  assert.ok(logs > 30 * mebibyte && logs < mostKept, `${logs} bytes of logs`)
  const grown = peakOf(hub.pid) - atRest
  assert.ok(grown < gigabyte / 2, `${grown} bytes more of memory`)
})

test('what is written while the hub is away fills neither the spool nor the memory, and the gap and what is left are all of it', async () => {
  await using hubPlace = await makeHome()
  await using model = await openModelServer('tiny')
  await using place = await makeDevicePlace({ OLLAMA_HOST: model.host })
  const flood = `head -c ${written} /dev/zero | tr '\\0' x; touch "$HOME/wrote"`
  place.install('ollama', `echo began; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; ${flood}; exit 3`)
  let hub = await startService(hubPlace, { env: fabric })
  await using ends = new AsyncDisposableStack()
  ends.defer(() => hub[Symbol.asyncDispose]())
  await using daemon = await joinHub(hub, place)
  const id = await startThere(hub, { harness: 'mother-llm', model: 'tiny' })
  await until('it speaks', async () => (await outputOf(hub, id)).includes('began'), 60_000)
  const { port } = hub
  await hub.kill()
  const atRest = peakOf(daemon.pid)
  writeFileSync(join(place.userHome, 'go'), '')
  let most = 0
  const wroteAll = (): boolean => {
    most = Math.max(most, sizeOf(join(place.home, 'device')))
    return existsSync(join(place.userHome, 'wrote'))
  }
  await until('it wrote all', wroteAll, patienceMs)
  assert.ok(most < mostSpooled, `${most} bytes of spool`)
  const grown = peakOf(daemon.pid) - atRest
  assert.ok(grown < (3 * written) / 4, `${grown} bytes more of memory`)
  hub = await startService(hubPlace, { env: { ...fabric, PORT: String(port) } })
  const ended = await untilState(hub, id, 'failed', 'completed')
  assert.deepEqual([ended.state, ended.exit_code], ['failed', 3])
  const log = heldIn(join(hubPlace.home, 'logs'), /\.log/)
  const gaps = [...log.matchAll(/\[(\d+) bytes of output did not fit on the device\]/g)].map(([, bytes]) =>
    Number(bytes),
  )
  const lost = gaps.reduce((sum, bytes) => sum + bytes, 0)
  assert.ok(lost > 0, 'a gap is told')
  // What the hub had, and had not acknowledged when it was killed, the device counts as lost, too.
  const twice = lost + log.replaceAll(/[^x]/g, '').length - written
  assert.ok(twice === 0 || twice === 'began\n'.length, `${twice} bytes more than were written`)
})

/** The text of the files of a folder with such a name. */
function heldIn(folder: string, name: RegExp): string {
  const names = readdirSync(folder).filter((each) => name.test(each))
  return names.map((each) => readFileSync(join(folder, each), 'latin1')).join('')
}
