// A stop is followed to its end, whatever the program does about it, and over a kill -9 of the service.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { isRunning } from '#platform/server/tmux/tmux.testkit.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

type Programs = Readonly<Record<string, { readonly prompt: string; readonly pids: readonly string[] }>>

/** Each notes the ids of its processes in files of its folder. */
const programs: Programs = {
  'traps INT': { prompt: `trap '' INT; echo $$ > one; while :; do sleep 0.1; done`, pids: ['one'] },
  'traps INT and TERM': { prompt: `trap '' HUP INT TERM; echo $$ > one; while :; do sleep 0.1; done`, pids: ['one'] },
  'has a grandchild in a session of its own': {
    prompt: `trap '' INT; echo $$ > one; setsid sh -c 'trap "" HUP INT TERM; echo $$ > two; while :; do sleep 0.1; done' & while :; do sleep 0.1; done`,
    pids: ['one', 'two'],
  },
}

const stop = (service: Service, id: string, force = false) =>
  service.call('POST /api/agents/stop', { json: { session_id: id, force }, token: service.token })

async function read(service: Service, id: string): Promise<Session | undefined> {
  return (await listSessions(service)).find((session) => session.id === id)
}

const pidIn = (place: TestHome, file: string) => Number(readFileSync(join(place.root, file), 'utf8'))

async function started(place: TestHome, service: Service, { prompt, pids }: Programs[string]) {
  const answer = await launch(service, {
    agent_type: 'shell',
    prompt,
    session_name: 'agent-s',
    working_dir: place.root,
  })
  const files = pids.map((file) => join(place.root, file))
  await until('it runs', () => files.every((file) => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')))
  return { id: sessionOf(answer).id, alive: () => pids.filter((file) => isRunning(pidIn(place, file))) }
}

for (const [name, program] of Object.entries(programs)) {
  test(`a program that ${name} goes on after Ctrl+C, and is gone by force`, async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    const { id, alive } = await started(place, service, program)
    const asked = sessionOf(await stop(service, id))
    assert.deepEqual([asked.state, asked.end_reason], ['failed', 'cancelled'])
    assert.notEqual(asked.stopping, null)
    await until('it is said to go on', async () => (await read(service, id))?.stopping?.left != null)
    assert.deepEqual(alive(), program.pids)
    const again = await stop(service, id)
    assert.equal(again.status, 200, 'a second stop is an answer')
    await ingest(service, { tmux_session: 'agent-s', event: 'tool_use' })
    assert.equal((await stop(service, id, true)).status, 200)
    await until('the stop is over', async () => (await read(service, id))?.stopping === null)
    assert.deepEqual(alive(), [])
    const over = await read(service, id)
    assert.deepEqual([over?.state, over?.end_reason], ['failed', 'cancelled'])
  })
}

test('what ends by Ctrl+C is stopped without more, and a later stop is answered as it is', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const { id } = await started(place, service, { prompt: 'echo $$ > one; sleep 1000', pids: ['one'] })
  const run = await orrery(place, ['stop', '--wait', 'agent-s'])
  assert.equal(run.code, 0, run.err)
  assert.match(run.out, /agent-s is stopped by you/)
  assert.equal((await read(service, id))?.stopping, null)
  assert.equal((await stop(service, id)).status, 200)
})

test('a kill -9 of the service in a forced stop changes nothing: the next one ends it', async () => {
  await using place = await makeHome()
  const program = programs['traps INT and TERM']
  assert.ok(program !== undefined)
  const first = await startService(place)
  const { id, alive } = await started(place, first, program)
  assert.notEqual(sessionOf(await stop(first, id, true)).stopping?.forced_at, null)
  await first.kill()
  assert.deepEqual(alive(), ['one'])
  await using second = await startService(place)
  assert.equal((await read(second, id))?.end_reason, 'cancelled')
  await until('the stop is over', async () => (await read(second, id))?.stopping === null)
  assert.deepEqual(alive(), [])
})

test('a terminal of a person keeps its shell: only what stood in front is ended', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await place.tmux('new-session', '-d', '-s', 'agent-mine', '-c', place.root, '--', 'bash', '--norc', '-i')
  const line = `sh -c "trap '' INT; echo \\$\\$ > front; while :; do sleep 0.1; done"`
  await place.tmux('send-keys', '-t', '=agent-mine:', '-l', '--', line)
  await place.tmux('send-keys', '-t', '=agent-mine:', 'Enter')
  await until('it runs', () => existsSync(join(place.root, 'front')))
  const found = async () => (await listSessions(service)).find(({ tmux_session }) => tmux_session === 'agent-mine')
  await until('it is found', async () => (await found()) !== undefined)
  const { id = '' } = (await found()) ?? {}
  assert.equal((await stop(service, id, true)).status, 200)
  await until('the stop is over', async () => (await read(service, id))?.stopping === null)
  assert.equal(isRunning(pidIn(place, 'front')), false)
  assert.ok((await place.terminals()).includes('agent-mine'))
})
