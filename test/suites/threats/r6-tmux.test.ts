// R6: tmux killed, its socket deleted, missing or hung: sessions end once and only on a positive answer.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import { eventsOf } from './acknowledged.ts'

/** A launched session, one found in tmux, one that a hook told of, and one that waits. */
async function startFour(place: TestHome, service: Service): Promise<void> {
  const launched = await launch(service, { agent_type: 'shell', prompt: 'sleep 1000', session_name: 'launched' })
  assert.equal(launched.status, 201, launched.text)
  await place.tmux('new-session', '-d', '-s', 'agent-found', 'sleep', '1000')
  await until('the other one is found', async () => (await named(service, 'agent-found'))?.state === 'running')
  assert.equal((await ingest(service, { tmux_session: 'agent-told', event: 'start' })).status, 200)
  const waiting = { agent_type: 'shell', prompt: 'true', session_name: 'waiting', depends_on: ['T-9'] }
  assert.equal(sessionOf(await launch(service, waiting)).state, 'idle')
}

async function named(service: Service, name: string): Promise<Session | undefined> {
  return (await listSessions(service)).find(({ tmux_session }) => tmux_session === name)
}

async function statesOf(service: Service): Promise<Record<string, string>> {
  const sessions = await listSessions(service)
  return Object.fromEntries(sessions.map(({ tmux_session, state }) => [tmux_session, state]))
}

const living = { launched: 'running', 'agent-found': 'running', 'agent-told': 'running', waiting: 'idle' }
/** The one that was told of was never seen in tmux, so it may live elsewhere. */
const ended = { launched: 'failed', 'agent-found': 'completed', 'agent-told': 'running', waiting: 'idle' }

async function assertEndedOnce(service: Service): Promise<void> {
  for (const name of ['launched', 'agent-found']) {
    const session = await named(service, name)
    assert.equal(session?.end_reason, 'terminal_gone', name)
    assert.equal(session.tmux_alive, false, name)
    const ends = (await eventsOf(service, session.id)).filter(
      ({ to, from }) => to !== from && to === ended[name as never],
    )
    assert.equal(ends.length, 1, name)
  }
}

test('when the tmux server is killed, each session ends once, and new ones can be launched', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await startFour(place, service)
  using viewer = await openViewer(service.port)
  await place.tmux('kill-server')
  await until('they ended', async () => isDeepEqual(await statesOf(service), ended))
  await assertEndedOnce(service)
  assert.ok([...viewer.sessions.values()].filter(({ end_reason }) => end_reason === 'terminal_gone').length === 2)
  const again = await launch(service, { agent_type: 'shell', prompt: 'sleep 1000', session_name: 'again' })
  assert.equal(again.status, 201, again.text)
  assert.deepEqual(await place.terminals(), ['again'])
  // A start afterwards finds nothing new.
  await service.kill()
  await using next = await startService(place)
  await assertEndedOnce(next)
})

test('when the socket of tmux is deleted, sessions end once, and run again when tmux is back', async () => {
  await using place = await makeHome()
  let service = await startService(place)
  try {
    await startFour(place, service)
    const pid = Number(await place.tmux('display-message', '-p', '#{pid}'))
    const folder = join(place.root, 'run', readdirSync(join(place.root, 'run'))[0] ?? '')
    const socket = join(folder, 'orrery-test')
    assert.ok(existsSync(socket))
    await service.kill()
    rmSync(socket)
    service = await startService(place)
    await until('they ended', async () => isDeepEqual(await statesOf(service), ended))
    await assertEndedOnce(service)
    await service.kill()
    rmSync(socket, { force: true })
    // tmux makes its socket anew.
    process.kill(pid, 'SIGUSR1')
    await until('the socket is back', () => existsSync(socket))
    service = await startService(place)
    await until('they run again', async () => isDeepEqual(await statesOf(service), living))
  } finally {
    await service[Symbol.asyncDispose]()
  }
})

/** A folder of every program but tmux, for PATH. */
function programsWithoutTmux(place: TestHome): string {
  const bin = join(place.root, 'bin')
  mkdirSync(bin)
  for (const folder of ['/usr/local/bin', '/usr/bin', '/bin']) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (name !== 'tmux' && !existsSync(join(bin, name))) {
        rmSync(join(bin, name), { force: true })
        symlinkSync(join(folder, name), join(bin, name))
      }
    }
  }
  return bin
}

async function assertStillServes(service: Service): Promise<void> {
  for (const route of ['/api/version', '/healthz', '/readyz', '/api/hooks/sessions']) {
    const startedMs = performance.now()
    assert.equal((await service.call(`GET ${route}`)).status, 200, route)
    assert.ok(performance.now() - startedMs < 2000, route)
  }
  assert.notEqual((await service.call('GET /')).status, 500)
  assert.equal((await ingest(service, { tmux_session: 'agent-told', event: 'tool_use' })).status, 200)
}

test('without tmux everything else works, a launch says how to install it, and no session ends', async () => {
  await using place = await makeHome()
  {
    await using service = await startService(place)
    await startFour(place, service)
    await service.kill()
  }
  const bin = programsWithoutTmux(place)
  await using service = await startService(place, { env: { PATH: bin } })
  await assertStillServes(service)
  assert.deepEqual(await statesOf(service), living)
  const before = await listSessions(service)
  for (const request of [{ session_name: 'another' }, {}, { session_name: 'agent-found-2', interactive: false }]) {
    const refused = await launch(service, { agent_type: 'shell', prompt: 'true', ...request })
    assert.deepEqual([refused.status, refused.json.error], [503, 'tmux_missing'], refused.text)
    assert.match(String(refused.json.hint), /apt install tmux|brew install tmux/)
  }
  assert.deepEqual(await listSessions(service), before)
  const { id } = (await named(service, 'launched')) ?? { id: '' }
  const stopped = await service.call('POST /api/agents/stop', { json: { session_id: id }, token: service.token })
  assert.equal(stopped.status, 200, stopped.text)
  // It is installed while the service runs.
  const { stdout } = { stdout: existsSync('/usr/bin/tmux') ? '/usr/bin/tmux' : '/usr/local/bin/tmux' }
  symlinkSync(stdout, join(bin, 'tmux'))
  const launched = await launch(service, { agent_type: 'shell', prompt: 'sleep 1000', session_name: 'another' })
  assert.equal(launched.status, 201, launched.text)
})

async function viewDuringLaunch(service: Service): Promise<Viewer> {
  await until('the launch is under way', async () => (await named(service, 'another')) !== undefined)
  await assertStillServes(service)
  return openViewer(service.port)
}

describe('a tmux that does not answer', { concurrency: 2 }, () => {
  test('a tmux that hangs holds up nothing but launches, and ends no session', async () => {
    await using place = await makeHome()
    {
      await using service = await startService(place)
      await startFour(place, service)
      await service.kill()
    }
    const bin = join(place.root, 'hung')
    mkdirSync(bin)
    writeFileSync(join(bin, 'tmux'), '#!/bin/sh\nexec sleep 1000\n')
    chmodSync(join(bin, 'tmux'), 0o755)
    await using service = await startService(place, { env: { PATH: `${bin}:${process.env.PATH}` } })
    await assertStillServes(service)
    const launching = launch(service, { agent_type: 'shell', prompt: 'true', session_name: 'another' })
    const [refused, viewer] = await Promise.all([launching, viewDuringLaunch(service)])
    assert.deepEqual([refused.status, refused.json.error], [503, 'tmux_unavailable'], refused.text)
    assert.equal(typeof refused.json.hint, 'string')
    // Whoever looked meanwhile is not left with a card of what never was.
    await until('the viewer is in step', () => viewer.sessions.size === 4)
    viewer[Symbol.dispose]()
    assert.deepEqual(await statesOf(service), living)
    const { code } = await service.stop()
    assert.equal(code, 0)
  })

  test('a tmux that fails or talks nonsense proves nothing', async () => {
    await using place = await makeHome()
    {
      await using service = await startService(place)
      await startFour(place, service)
      await service.kill()
    }
    const bin = join(place.root, 'broken')
    mkdirSync(bin)
    for (const script of [
      'echo "lost server" >&2; exit 1',
      'echo "error connecting to /tmp/x (Permission denied)" >&2; exit 1',
      'echo "no sessions"; exit 0',
      'exit 0',
      'kill -9 $$',
      'head -c 40000000 /dev/zero; exit 0',
    ]) {
      writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, 'tmux'), 0o755)
      await using service = await startService(place, { env: { PATH: `${bin}:${process.env.PATH}` } })
      const refused = await launch(service, { agent_type: 'shell', prompt: 'true', session_name: 'another' })
      assert.equal(refused.status, 503, `${script}: ${refused.text}`)
      assert.deepEqual(await statesOf(service), living, script)
      await service.kill()
    }
  })
})

function isDeepEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other)
    return true
  } catch {
    return false
  }
}
