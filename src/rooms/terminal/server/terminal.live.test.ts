import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { testToken } from '#platform/server/http/testing/test-server.ts'
import { isRunning, until } from '#platform/server/tmux/tmux.testkit.ts'
import { openViewer, startRig, type Rig } from './terminal.testkit.ts'

let rig: Rig

before(async () => {
  rig = await startRig(process.env)
  // Holds the tmux server when a test ends its own session.
  await rig.start('keeper', 'sleep', '1000')
})
after(() => rig[Symbol.asyncDispose]())

/** A shell that says nothing by itself. */
const shell = ['sh', '-c', 'PS1= ENV= exec sh -i'] as const

const refused = [
  ['no token', { token: null }, 401],
  ['a wrong token', { token: 'wrong' }, 401],
  ['a foreign origin, even with the token', { headers: { origin: 'https://evil.example' } }, 403],
  ['the origin null', { headers: { origin: 'null' } }, 403],
  ['another port of this machine', { headers: { origin: 'http://127.0.0.1:1' } }, 403],
  ['a name that only resolves here', { headers: { host: 'evil.example' } }, 403],
] as const

for (const [what, options, status] of refused) {
  test(`${what} opens no terminal`, async () => {
    using viewer = openViewer(rig, 'keeper', options)
    const [, response] = (await once(viewer.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    assert.equal(response.statusCode, status)
  })
}

test('what is typed reaches the agent, and what it says comes back', async () => {
  await rig.start('echo', ...shell)
  using viewer = openViewer(rig, 'echo')
  await viewer.ready()
  assert.deepEqual(viewer.frames[0], { type: 'ready', mode: 'write', tmux_session: 'agent-echo' })
  viewer.type('echo $((6*7))-世界\r')
  await viewer.shows('42-世界')
})

test('the first picture has the viewer’s size, and a change of it reaches the agent', async () => {
  await rig.start('size', 'sh', '-c', 'while sleep 0.05; do stty size; done')
  using viewer = openViewer(rig, 'size', { query: 'mode=write&columns=101&rows=31' })
  await viewer.ready()
  // Every row is the agent's: tmux's own line is off.
  await viewer.shows('31 101')
  viewer.tell({ type: 'resize', columns: 77, rows: 21 })
  await viewer.shows('21 77')
  await until('its size is told', () => rig.sizes.at(-1) === 'size 77x21')
})

test('two viewers see the same; one that reads is not heard and leaves the size alone', async () => {
  await rig.start('two', ...shell)
  using writer = openViewer(rig, 'two', { query: 'mode=write&columns=100&rows=30' })
  await writer.ready()
  using reader = openViewer(rig, 'two', { query: 'mode=read&columns=40&rows=10' })
  await reader.ready()
  reader.type('echo not-$((1+1))-heard\r')
  reader.tell({ type: 'resize', columns: 30, rows: 9 })
  writer.type('echo both-$((1+1))-see; stty size\r')
  await writer.shows('both-2-see')
  await writer.shows('30 100')
  await reader.shows('both-2-see')
  assert.ok(!writer.output().includes('not-'))
})

test('a reader that takes up the pen is heard, and one that lays it down is not', async () => {
  await rig.start('toggle', ...shell)
  using viewer = openViewer(rig, 'toggle', { query: 'mode=read' })
  await viewer.ready()
  viewer.tell({ type: 'mode', mode: 'write' })
  await until('it may write', () => viewer.frames.length === 2)
  viewer.type('echo now-$((1+1))-heard\r')
  await viewer.shows('now-2-heard')
  viewer.tell({ type: 'mode', mode: 'read' })
  viewer.type('echo late-$((1+1))\r')
  await until('it reads', () => viewer.frames.length === 3)
  viewer.type('echo late-$((1+2))\r')
  const screen = await rig.tmux.capture(rig.known.get('toggle')?.tmuxId ?? '', { historyLines: 0, withLooks: false })
  assert.ok(screen.ok && screen.value.includes('now-2-heard') && !screen.value.includes('late'))
})

test('several windows: tmux’s keys change them for this viewer', async () => {
  await rig.start('windows', ...shell)
  rig.server.raw('new-window', '-d', '-t', '=agent-windows:', 'echo in-the-second; exec sleep 1000')
  using viewer = openViewer(rig, 'windows')
  await viewer.ready()
  viewer.type('\u0002n')
  await viewer.shows('in-the-second')
})

test('a session that ends tells why, and its last screen is not cleared', async () => {
  await rig.start('ends', 'sh', '-c', 'echo last words; read -r line')
  using viewer = openViewer(rig, 'ends')
  await viewer.ready()
  await viewer.shows('last words')
  viewer.type('\r')
  assert.equal(await viewer.closed, 4410)
  assert.deepEqual(viewer.frames.at(-1), {
    type: 'ended',
    reason: 'gone',
    message: 'The session has no terminal any more.',
  })
  const rest = viewer.output().slice(viewer.output().lastIndexOf('last words'))
  assert.ok(!rest.includes('\u001B[2J') && !rest.includes('[exited]'), JSON.stringify(rest))
})

test('a viewer that detaches by tmux’s keys is told so, and the session lives', async () => {
  await rig.start('detach', 'sleep', '1000')
  using viewer = openViewer(rig, 'detach')
  await viewer.ready()
  viewer.type('\u0002d')
  assert.equal(await viewer.closed, 4411)
  assert.equal(rig.server.raw('has-session', '-t', '=agent-detach'), '')
})

test('an unknown session and one without a terminal are told apart; a stale id of tmux hits no other session', async () => {
  using unknown = openViewer(rig, 'nobody')
  assert.equal(await unknown.closed, 4404)
  rig.known.set('stale', { kind: 'here', tmuxId: rig.known.get('keeper')?.tmuxId ?? null, tmuxSession: 'agent-stale' })
  using stale = openViewer(rig, 'stale')
  assert.equal(await stale.closed, 4410)
  assert.deepEqual(stale.output(), '')
})

test('frames that are none, and wrong sizes, end the socket', async () => {
  for (const frame of ['x', '{"type":"resize","columns":0,"rows":5}', '{"type":"other"}', '[]']) {
    using viewer = openViewer(rig, 'keeper')
    await viewer.ready()
    viewer.socket.send(frame)
    assert.equal(await viewer.closed, 4400, frame)
  }
  using wrong = openViewer(rig, 'keeper', { query: 'columns=1000000' })
  assert.equal(await wrong.closed, 4400)
})

test('sequences that ask or write elsewhere do not come through tmux, and neither do its own questions', async () => {
  const hostile = String.raw`printf '\033]52;c;aGFjaw==\007\033]0;title\007\033[c\033[6n\033Ptmux;\033\033]52;c;aGFjaw==\007\033\\done'`
  rig.server.raw('set-option', '-g', 'allow-passthrough', 'on')
  rig.server.raw('set-option', '-g', 'set-titles', 'on')
  rig.server.raw('set-option', '-g', 'set-titles-string', '#T')
  await rig.start('hostile', ...shell)
  using viewer = openViewer(rig, 'hostile')
  await viewer.ready()
  viewer.type(`${hostile}\r`)
  await until('the title came as a frame', () =>
    viewer.frames.some((frame) => frame.type === 'title' && frame.title === 'title'),
  )
  await viewer.shows('done')
  // What follows each ESC: no string opens, and nothing asks.
  const sequences = viewer.output().split('\u001B').slice(1)
  assert.deepEqual(
    sequences.filter((sequence) => /^(?:[\]PX^_Z]|\[[>=?]?[\d;]*[cntx]|\[>q)/.test(sequence)),
    [],
  )
})

const heavyLine = '0123456789'.repeat(20)

test('a viewer that does not say that it has drawn what came gets no more of a flood, until it does', async () => {
  await using other = await startRig(process.env, ['yes', heavyLine])
  await other.start('flood', 'sleep', '1000')
  using viewer = openViewer(other, 'flood')
  viewer.socket.once('open', () => viewer.tell({ type: 'shown', bytes: 0 }))
  await viewer.shows(heavyLine)
  const atPause = await steady(() => viewer.output().length)
  assert.ok(atPause > 400_000 && atPause < 1_000_000, String(atPause))
  viewer.tell({ type: 'shown', bytes: atPause })
  await until('it goes on', () => viewer.output().length > atPause + 100_000)
})

test('a viewer whose connection takes nothing costs no memory during a flood', async () => {
  await using other = await startRig(process.env, ['yes', heavyLine])
  await other.start('flood', 'sleep', '1000')
  using viewer = openViewer(other, 'flood')
  await viewer.shows(heavyLine)
  viewer.socket.pause()
  const before = process.memoryUsage().rss
  await steady(() => Math.round(process.memoryUsage().rss / 1024 / 1024))
  const grown = process.memoryUsage().rss - before
  assert.ok(grown < 32 * 1024 * 1024, `${grown} bytes more`)
})

/** Waits until a number has not changed for a while, and answers it. */
async function steady(read: () => number): Promise<number> {
  let last = -1
  let since = performance.now()
  await until('it rests', () => {
    if (read() !== last) {
      last = read()
      since = performance.now()
    }
    return performance.now() - since > 300
  })
  return last
}

test('a revoked login ends its terminals, and closing a viewer ends its tmux client', async () => {
  const { auth } = rig.http
  const issued = await auth.exchange({ code: auth.issueCode().code, label: 'x', peer: '127.0.0.1' })
  assert.ok(issued.ok)
  await rig.start('revoked', 'sleep', '1000')
  using viewer = openViewer(rig, 'revoked', { token: issued.value.token })
  await viewer.ready()
  const clientPid = Number(rig.server.raw('list-clients', '-t', '=agent-revoked', '-F', '#{client_pid}'))
  assert.ok(isRunning(clientPid))
  await auth.revoke(auth.logins()[0]?.id ?? '')
  assert.equal(await viewer.closed, 1008)
  await until('its client is gone', () => !isRunning(clientPid))
})

const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${testToken}` }) =>
  fetch(rig.http.url + path, { headers })

test('resources tell the processes of the terminal, those of a busy agent busy', async () => {
  await rig.start('busy', 'sh', '-c', 'while :; do :; done & sleep 1000')
  const answer = (await (await get('/api/agents/busy/resources')).json()) as {
    resources: { cpu_percent: number; memory_bytes: number; process_count: number; processes: { name: string }[] }
  }
  assert.ok(answer.resources.cpu_percent > 0, JSON.stringify(answer))
  assert.ok(answer.resources.memory_bytes > 500_000)
  assert.deepEqual(answer.resources.processes.map(({ name }) => name).toSorted(), ['sh', 'sh', 'sleep'])
  const busy = await rig.tmux.find('agent-busy')
  assert.ok(busy.ok && (await rig.tmux.kill(busy.value)).ok)
  assert.deepEqual(await (await get('/api/agents/busy/resources')).json(), { resources: null })
  assert.deepEqual(await (await get('/api/agents/busy/screen')).json(), { screen: null })
})

test('the screen is plain text, with history and colours when asked for', async () => {
  await rig.start('screen', 'sh', '-c', String.raw`seq 1 100; printf '\033[31mred\033[0m'; sleep 1000`)
  const screen = async (query: string) => {
    const { screen } = (await (await get(`/api/agents/screen/screen${query}`)).json()) as { screen: { text: string } }
    return screen.text
  }
  await until('it has written', async () => (await screen('')).includes('red'))
  assert.match(await screen(''), /\n99\n100\nred\n/)
  assert.ok(!(await screen('')).includes('\u001B'))
  assert.match(await screen('?history=500'), /^1\n2\n/)
  assert.ok((await screen('?colour=true')).includes('\u001B[31mred'))
})

test('without the token nothing is told, and an unknown session is 404', async () => {
  for (const part of ['resources', 'screen']) {
    assert.equal((await get(`/api/agents/keeper/${part}`, {})).status, 401)
    assert.equal((await get(`/api/agents/nobody/${part}`)).status, 404)
  }
})

test('the end of the room detaches everybody and leaves the sessions alive', async () => {
  await using other = await startRig(process.env)
  await other.start('lives', 'sleep', '1000')
  using viewer = openViewer(other, 'lives')
  await viewer.ready()
  await other.http.server.close()
  await other.terminals[Symbol.asyncDispose]()
  await viewer.closed
  await until('nobody is attached', () => other.server.raw('list-clients', '-t', '=agent-lives') === '')
  assert.equal(other.server.raw('has-session', '-t', '=agent-lives'), '')
})
