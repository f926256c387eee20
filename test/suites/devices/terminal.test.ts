// The terminal of a session on a device, looked at through the hub: as one of this machine's own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { WebSocket } from 'ws'
import { orreryArgv } from '../../support/entry.ts'
import { startDaemon, pairDaemon, untilOnline, type Daemon } from '../../support/daemon.ts'
import { makeDevicePlace, sessionThere, startThere, type DevicePlace } from '../../support/device-place.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { openRelay, type Relay } from '../../support/relay.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const run = promisify(execFile)

type At = {
  readonly home: TestHome
  readonly hub: Service
  readonly relay: Relay
  readonly place: DevicePlace
  readonly device: string
}

let at: At
let daemon: Daemon
const kept = new AsyncDisposableStack()

before(async () => {
  const home = kept.use(await makeHome())
  const hub = kept.use(await startService(home, { env: { DEPLOYMENT: 'cloud-fabric' } }))
  const relay = kept.use(await openRelay(hub.port))
  const place = kept.use(await makeDevicePlace())
  // A shell that says nothing by itself stands for an agent.
  place.install('claude', 'PS1= ENV= exec sh -i')
  const { id } = await pairDaemon(hub, place)
  dialBy(place, relay.port)
  daemon = startDaemon(place)
  kept.defer(() => daemon[Symbol.asyncDispose]())
  await untilOnline(hub, id)
  at = { home, hub, relay, place, device: id }
})
after(() => kept.disposeAsync())

/** From now on its daemon reaches the hub by another port. */
function dialBy(place: DevicePlace, port: number): void {
  const path = join(place.home, 'device', 'paired.json')
  const paired = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...paired, hub_url: `http://127.0.0.1:${port}` }))
}

/** A session whose terminal is open. */
async function begin(): Promise<{ readonly id: string; readonly name: string }> {
  const { hub, device } = at
  const id = await startThere(hub, { deviceTarget: device, prompt: '', options: { interactive: true } })
  const name = await until('its terminal is there', async () => {
    const session = await sessionThere(hub, id)
    return session.tmux_alive === true ? String(session.tmux_session) : null
  })
  return { id, name }
}

const onDevice = async (...args: readonly string[]): Promise<string> =>
  (await run('tmux', ['-L', 'orrery-device', ...args], { env: at.place.env() })).stdout

type Look = {
  readonly query?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

function look(id: string, { query = 'mode=write', token = at.hub.token, headers = {} }: Look = {}) {
  const protocols = token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`]
  const socket = new WebSocket(`ws://127.0.0.1:${at.hub.port}/ws/terminal/${id}?${query}`, protocols, { headers })
  const frames: { readonly type: string; readonly [field: string]: unknown }[] = []
  let output = ''
  let looked = 0
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) output += data.toString()
    else frames.push(JSON.parse(data.toString()) as (typeof frames)[number])
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return {
    socket,
    frames,
    closed,
    output: () => output,
    type: (text: string) => socket.send(Buffer.from(text)),
    tell: (frame: object) => socket.send(JSON.stringify(frame)),
    /** Waits for text behind what was waited for before. */
    async shows(text: string) {
      await until(`the terminal shows ${JSON.stringify(text)}`, () => output.includes(text, looked))
      looked = output.indexOf(text, looked) + text.length
    },
    ready: (times = 1) =>
      until('the terminal is ready', () => frames.filter(({ type }) => type === 'ready').length === times),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

const refused = [
  ['no token', { token: null }, 401],
  ['a wrong token', { token: 'wrong' }, 401],
  ['a foreign origin, even with the token', { headers: { origin: 'https://evil.example' } }, 403],
  ['a name that only resolves here', { headers: { host: 'evil.example' } }, 403],
] as const

for (const [what, options, status] of refused) {
  test(`${what} opens no terminal of a device`, async () => {
    using viewer = look('any', options)
    const [, response] = (await once(viewer.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    assert.equal(response.statusCode, status)
  })
}

test('what is typed reaches the agent there, in the size of the page; a reader is not heard and sees the same', async () => {
  const { id, name } = await begin()
  using writer = look(id, { query: 'mode=write&columns=101&rows=31' })
  await writer.ready()
  assert.deepEqual(writer.frames[0], { type: 'ready', mode: 'write', tmux_session: name })
  writer.type('stty size; echo $((6*7))-世界\r')
  await writer.shows('31 101')
  await writer.shows('42-世界')
  using reader = look(id, { query: 'mode=read&columns=40&rows=10' })
  await reader.ready()
  reader.type('echo not-$((1+1))-heard\r')
  reader.tell({ type: 'resize', columns: 30, rows: 9 })
  writer.tell({ type: 'resize', columns: 77, rows: 21 })
  writer.type('sleep 0.2; stty size; echo both-$((1+1))-see\r')
  await writer.shows('21 77')
  await writer.shows('both-2-see')
  await reader.shows('both-2-see')
  assert.ok(!writer.output().includes('not-'))
  reader.tell({ type: 'mode', mode: 'write' })
  await reader.ready(2)
  reader.type('echo now-$((1+1))-heard\r')
  await writer.shows('now-2-heard')
  writer.socket.close()
  reader.socket.close()
  await until('nobody is attached there', async () => (await onDevice('list-clients', '-t', `=${name}:`)) === '')
  assert.equal((await sessionThere(at.hub, id)).state, 'running')
})

test('orrery attach shows it in a terminal of this machine, gives its keys on, and leaves that terminal as it was', async () => {
  const { id, name } = await begin()
  const { home } = at
  // A server apart: on the hub's own it would be a session of the board.
  const person = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-L', 'person', '-f', '/dev/null', ...args], { env: home.env() })).stdout
  const argv = [...orreryArgv(), 'attach', name].map((word) => `'${word}'`).join(' ')
  await person('new-session', '-d', '-s', 'p', '-x', '93', '-y', '27', `PS1= ENV= sh -i`)
  try {
    const screen = () => person('capture-pane', '-p', '-t', 'p')
    const sees = (text: string) => until(`it shows ${text}`, async () => (await screen()).includes(text))
    const type = (text: string) => person('send-keys', '-t', 'p', '-l', text)
    await type(`echo be""fore\r${argv}\r`)
    await until('it is attached', async () => (await onDevice('list-clients', '-t', `=${name}:`)) !== '')
    assert.doesNotMatch(await screen(), /before/)
    await type('stty size; echo $((6*7))-here\r')
    await sees('27 93')
    await sees('42-here')
    await person('resize-window', '-t', 'p', '-x', '71', '-y', '19')
    // Each question has its answer before the next is typed: tmux takes keys that come at once for pasted, its prefix too.
    let asked = 0
    await until('its size follows', async () => {
      asked += 1
      await type(`stty size; echo asked-$((${asked}))\r`)
      await sees(`\nasked-${asked}`)
      return (await screen()).includes('19 71')
    })
    await person('send-keys', '-t', 'p', 'C-b', 'd')
    await sees('which goes on')
    assert.match(await screen(), /^before$/m)
    await type('stty -a | grep -o " echo "; echo af""ter\r')
    await sees('after')
    assert.match(await screen(), /^ echo$/m, 'it shows again what is typed')
    assert.equal((await sessionThere(at.hub, id)).state, 'running')
  } finally {
    await person('kill-server')
  }
})

test('what asks or hides in output of a device does not reach the page', async () => {
  const { id } = await begin()
  using viewer = look(id)
  await viewer.ready()
  await onDevice('set-option', '-g', 'allow-passthrough', 'on')
  viewer.type(String.raw`printf '\033Ptmux;\033\033]52;c;aGk=\007\033\\clean-\061\n'` + '\r')
  await viewer.shows('clean-1')
  assert.ok(!viewer.output().includes('\u001B]52'))
})

test('its earlier output can be read, for scrolling and searching', async () => {
  const { id } = await begin()
  using viewer = look(id)
  await viewer.ready()
  viewer.type('seq 1 400; echo counted-$((1+1))\r')
  await viewer.shows('counted-2')
  const { status, json } = await at.hub.call(`GET /api/agents/${id}/screen?history=1000`, { token: at.hub.token })
  const { text } = json.screen as { readonly text: string }
  assert.deepEqual([status, /^1\n2\n/m.test(text), text.includes('\n400\ncounted-2')], [200, true, true])
  const ask = (what: string) => at.hub.call(`GET /api/agents/${id}/${what}`, { token: at.hub.token })
  assert.equal((await ask('resources')).json.error, 'conflict')
  assert.equal(((await ask('transfer')).json.transfer as { readonly ssh_host: null }).ssh_host, null)
})

test('a flood that its viewer does not read starves neither heartbeats nor another terminal', async () => {
  const [loud, quiet] = [await begin(), await begin()]
  using flooded = look(loud.id)
  using other = look(quiet.id)
  await flooded.ready()
  await other.ready()
  flooded.type('yes "$(seq -s " " 1 200)"\r')
  await flooded.shows('1 2 3')
  flooded.socket.pause()
  const heartbeat = async () => (await untilOnline(at.hub, at.device)).last_heartbeat
  const before = await heartbeat()
  await until('the next heartbeat comes', async () => (await heartbeat()) !== before)
  other.type('echo still-$((1+1))\r')
  await other.shows('still-2')
  flooded.socket.resume()
  flooded.type('\u0003')
  flooded.type('echo end-$((1+1))\r')
  await flooded.shows('end-2')
})

test('a line that is cut, or a daemon that is killed, ends the look and not the session; it is attached again', async () => {
  const { id } = await begin()
  for (const cut of [async () => at.relay.cut(), () => killDaemon()]) {
    using viewer = look(id)
    await viewer.ready()
    viewer.type('echo before-$((1+1))\r')
    await viewer.shows('before-2')
    await cut()
    assert.equal(await viewer.closed, 4504)
    assert.equal(viewer.frames.at(-1)?.reason, 'device_offline')
    const again = await until('it is attached again', () => attach(id))
    using _ = again
    again.type('echo after-$((1+1))\r')
    await again.shows('after-2')
  }
  assert.equal((await sessionThere(at.hub, id)).state, 'running')
})

/** As the page does it: one try; null for one that was refused for now. */
async function attach(id: string) {
  const viewer = look(id)
  let isClosed = false
  void viewer.closed.then(() => (isClosed = true))
  await until('it is attached or refused', () => isClosed || viewer.frames.some(({ type }) => type === 'ready'))
  return isClosed ? null : viewer
}

async function killDaemon(): Promise<void> {
  await daemon[Symbol.asyncDispose]()
  daemon = startDaemon(at.place)
}

test('a terminal that ends there tells why, and who asks later is told the same', async () => {
  const { id, name } = await begin()
  using viewer = look(id)
  await viewer.ready()
  await onDevice('kill-session', '-t', `=${name}`)
  assert.equal(await viewer.closed, 4410)
  using late = look(id)
  assert.equal(await late.closed, 4410)
})
