// R13: a service that is asked to end flushes what it took, however often it is asked, and a home has one service at a time.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { call, ingest, launch, listSessions } from '../../support/http.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { orrery, startService, StartFailed, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { isCutOff } from './kill-rig.ts'

type Stored = { readonly sessions: readonly { readonly tmux_session: string; readonly last_message: string | null }[] }

async function storedMessages(service: Service): Promise<Map<string, string | null>> {
  const { sessions } = JSON.parse(await readFile(join(service.place.home, 'sessions.json'), 'utf8')) as Stored
  return new Map(sessions.map(({ tmux_session, last_message }) => [tmux_session, last_message]))
}

/** Reports until the service is gone or refuses; resolves with the last message that was taken. */
async function reportUntilStopped(service: Service, tmuxSession: string): Promise<string> {
  let taken = ''
  for (let count = 0; ; count++) {
    const metadata = `message ${count}`
    try {
      const answer = await ingest(service, { tmux_session: tmuxSession, event: 'start', metadata })
      if (answer.status === 503) {
        assert.equal(answer.json.error, 'stopping', answer.text)
        return taken
      }
      assert.equal(answer.status, 200, answer.text)
      taken = metadata
    } catch (error) {
      if (!isCutOff(error)) throw error
      return taken
    }
  }
}

const signals: readonly (readonly NodeJS.Signals[])[] = [
  ['SIGTERM'],
  ['SIGINT'],
  ['SIGHUP'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGINT', 'SIGHUP'],
]
for (const names of signals) {
  test(`${names.join(', ')} under load: it ends in order, and sessions.json has all that was taken`, async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    using viewer = await openViewer(service.port)
    const clients = ['agent-a', 'agent-b', 'agent-c', 'agent-d']
    const load = clients.map((name) => reportUntilStopped(service, name))
    while (viewer.frames.length < 20) await new Promise((resolve) => viewer.socket.once('message', resolve))
    for (const name of names) process.kill(service.pid, name)
    const taken = await Promise.all(load)
    assert.deepEqual(await service.ended, { code: 0, signal: null })
    const stored = await storedMessages(service)
    for (const [index, name] of clients.entries()) {
      // What came after the last answer may have been taken as well.
      const number = (text: string | null | undefined) => Number(/\d+$/.exec(text ?? '')?.[0] ?? -1)
      assert.ok(number(stored.get(name)) >= number(taken[index]), `${name}: ${stored.get(name)} < ${taken[index]}`)
    }
    await viewer.closed
    assert.equal(existsSync(join(place.home, 'service.json')), false)
    assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
    await using next = await startService(place)
    const sessions = new Map(
      (await listSessions(next)).map(({ tmux_session, last_message }) => [tmux_session, last_message]),
    )
    assert.deepEqual(sessions, stored)
  })
}

test('agents outlive the service, and so does what it knows of them', async () => {
  await using place = await makeHome()
  {
    await using service = await startService(place)
    await launch(service, { agent_type: 'shell', prompt: 'exec sleep 1000', session_name: 'outlives' })
    assert.equal((await service.stop()).code, 0)
  }
  assert.deepEqual(await place.terminals(), ['outlives'])
  await using next = await startService(place)
  assert.deepEqual(
    (await listSessions(next)).map(({ state, tmux_session }) => [tmux_session, state]),
    [['outlives', 'running']],
  )
})

for (const [stream, redirection] of [
  ['stdout', '>'],
  ['stderr', '2>'],
] as const) {
  test(`a reader of ${stream} that goes away does not end the service`, async () => {
    await using place = await makeHome()
    const wrapper = ['sh', '-c', `mkfifo "$HOME/said"; (: <"$HOME/said") & exec "$@" ${redirection}"$HOME/said"`, 'sh']
    const ended = orrery(place, ['start'], { wrapper })
    const { pid, port } = await until('the service listens', async () => {
      const text = await readFile(join(place.home, 'service.json'), 'utf8').catch(() => '{}')
      const { pid, url } = JSON.parse(text) as { pid?: number; url?: string | null }
      return pid === undefined || url == null ? null : { pid, port: Number(new URL(url).port) }
    })
    // The line that says so is written after the address stands in the file.
    await until('it has said that no gateway is there', async () => {
      const token = await readFile(join(place.home, 'access-token'), 'utf8')
      const { json } = await call(port, 'GET /api/gateway/status', { token: token.trim() })
      return JSON.stringify(json).includes('nothing listens')
    })
    assert.equal((await call(port, 'GET /readyz')).status, 200)
    process.kill(pid, 'SIGTERM')
    assert.equal((await ended).code, 0)
  })
}

test('a client that neither reads nor leaves does not hold up the end', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  using viewer = await openViewer(service.port)
  viewer.socket.pause()
  using idle = await openConnection(service.port)
  using half = await openConnection(service.port)
  half.socket.write('POST /api/hooks/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{')
  const { code } = await service.stop()
  assert.equal(code, 0)
  await idle.closed
})

test('a signal amid the start ends it in order, too', async () => {
  await using place = await makeHome()
  const wrapper = ['sh', '-c', '"$@" & pid=$!; sleep 0.15; kill -TERM $pid; wait $pid', 'sh']
  const { code, err } = await orrery(place, ['start'], { wrapper })
  // Before its handlers stand, the signal ends the process as it ends any other.
  assert.ok(code === 0 || code === 143, `${code} ${err}`)
  await using service = await startService(place)
  assert.equal((await service.call('GET /readyz')).status, 200)
})

test('a second service on the home refuses with the pid and the address of the first, which notices nothing', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  for (let count = 0; count < 2; count++) {
    const second = await orrery(place, ['start'])
    assert.equal(second.code, 75, second.err)
    assert.match(second.err, new RegExp(`\\b${service.pid}\\b`))
    assert.ok(second.err.includes(service.url), second.err)
    assert.equal(second.out, '')
    assert.equal((await service.call('GET /readyz')).status, 200)
    assert.equal(Number(await readFile(join(place.home, 'hook-port'), 'utf8')), service.port)
  }
  await service.kill()
  await using next = await startService(place)
  assert.equal((await next.call('GET /readyz')).status, 200)
})

test('of services that start at once on a home, exactly one runs', async () => {
  await using place = await makeHome()
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startService(place)))
  const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  try {
    assert.equal(services.length, 1)
    for (const start of starts) {
      if (start.status === 'fulfilled') continue
      assert.ok(start.reason instanceof StartFailed && start.reason.ended.code === 75, String(start.reason))
    }
    assert.equal((await services[0]?.call('GET /readyz'))?.status, 200)
  } finally {
    for (const service of services) await service[Symbol.asyncDispose]()
  }
})

test('a taken port is said in a sentence, and leaves the home free', async () => {
  await using one = await makeHome()
  await using other = await makeHome()
  await using service = await startService(one)
  const refused = await orrery(other, ['start'], { env: { PORT: String(service.port) } })
  assert.equal(refused.code, 69, refused.err)
  assert.match(refused.err, new RegExp(`port ${service.port}.*taken`))
  await using next = await startService(other)
  assert.notEqual(next.port, service.port)
})
