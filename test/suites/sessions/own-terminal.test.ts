// A stop and a kill reach the session's own terminal, at once and no other; a dismissal hides one terminal, not a name.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** A tmux session whose program notes that it got Ctrl+C, and ends. Resolves once it would. */
async function openTrap(place: TestHome, name: string): Promise<() => boolean> {
  const [ready, hit] = [join(place.root, `${name}-ready`), join(place.root, `${name}-hit`)]
  const script = `trap ': >"${hit}"; exit 130' INT; : >"${ready}"; while :; do sleep 0.05; done`
  // A server that is just ending takes no session.
  const open = () => place.tmux('new-session', '-d', '-s', name, '--', 'sh', '-c', script)
  await until('tmux takes it', () => open().then(() => true))
  await until(`${name} waits`, () => existsSync(ready))
  return () => existsSync(hit)
}

const stop = ({ port, token }: Service, id: string) =>
  call(port, 'POST /api/agents/stop', { json: { session_id: id }, token })
const named = async (service: Service, name: string) =>
  (await listSessions(service)).find(({ tmux_session }) => tmux_session === name)

test('a stop right after a registration, or after the first event of a terminal, sends Ctrl+C', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const wasHit = { mine: await openTrap(place, 'mine'), other: await openTrap(place, 'other') }
  const { token } = service
  const registered = await service.call('POST /api/hooks/sessions', { json: { tmux_session: 'mine' }, token })
  await ingest(service, { tmux_session: 'mine', event: 'start' })
  const told = await ingest(service, { tmux_session: 'other', event: 'start' })
  for (const answer of [registered, told]) {
    assert.equal((await stop(service, sessionOf(answer).id)).status, 200)
  }
  for (const [name, hit] of Object.entries(wasHit)) await until(`${name} got Ctrl+C`, hit)
})

test('while the service slept tmux was started anew: a stop and a kill reach no stranger with an old id', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const names = ['agent-stopped', 'agent-killed']
  const request = { agent_type: 'shell', prompt: 'sleep 1000' }
  const sessions = await Promise.all(
    names.map(async (name) => sessionOf(await launch(service, { ...request, session_name: name }))),
  )
  const [stopped, killed] = sessions.map(({ id }) => id)
  process.kill(service.pid, 'SIGSTOP')
  await place.tmux('kill-server')
  const strangers = ['s0', 's1', 's2', 's3', 's4', 's5']
  const hits: (() => boolean)[] = []
  for (const name of strangers) hits.push(await openTrap(place, name))
  const answers = [
    stop(service, stopped ?? ''),
    service.call(`DELETE /api/hooks/sessions/${killed}?kill=true`, { token: service.token }),
  ]
  process.kill(service.pid, 'SIGCONT')
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200, answer.text)
  await until('the end is seen', async () => (await named(service, 'agent-stopped'))?.tmux_alive === false)
  assert.deepEqual((await place.terminals()).toSorted(), strangers)
  assert.ok(hits.every((wasHit) => !wasHit()))
})

test('a new terminal of a dismissed name appears at once, and the dismissed one never', async () => {
  await using place = await makeHome()
  let service = await startService(place)
  try {
    await openTrap(place, 'agent-a')
    const found = await until('it is found', () => named(service, 'agent-a'))
    await service.call(`DELETE /api/hooks/sessions/${found.id}`, { token: service.token })
    await service.kill()
    service = await startService(place)
    assert.equal(await named(service, 'agent-a'), undefined)
    await place.tmux('kill-session', '-t', '=agent-a')
    const reopen = () => place.tmux('new-session', '-d', '-s', 'agent-a', '--', 'sleep', '1000')
    await until('tmux takes it', () => reopen().then(() => true))
    const other = await until('the new one appears', () => named(service, 'agent-a'))
    assert.equal(other.state, 'running')
  } finally {
    await service[Symbol.asyncDispose]()
  }
})
