// `orrery activity -f`: each row once and in order, through a restart of the service.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ActivityRow } from '#rooms/activity/contract.ts'
import { orreryArgv } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

test('following goes on through a restart, and tells what happened meanwhile once', async () => {
  await using place = await makeHome()
  let service = await startService(place)
  const { port } = service
  await make(service, 'before')
  const [program = process.execPath, ...rest] = orreryArgv()
  const argv = [...rest, 'activity', '-f', '--json']
  const following = spawn(program, argv, { env: place.env(), cwd: place.userHome })
  let out = ''
  following.stdout.on('data', (data) => (out += String(data)))
  let told = ''
  following.stderr.on('data', (data) => (told += String(data)))
  const seen = () =>
    out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ActivityRow)
  const tasks = () => seen().flatMap(({ kind, subject }) => (kind === 'task.created' ? [subject.id] : []))
  try {
    await until('the first is told', () => tasks().length === 1)
    await make(service, 'live')
    await until('the second is told', () => tasks().length === 2)
    await service.kill()
    const queued = { tmux_session: 'agent-queued', event: 'tool_use', at: new Date().toISOString() }
    await appendFile(join(place.home, 'hook-queue.jsonl'), `${JSON.stringify(queued)}\n`)
    service = await startService(place, { env: { PORT: String(port) } })
    for (const id of ['after-1', 'after-2', 'after-3']) await make(service, id)
    await until('all are told', () => tasks().length >= 5 && /agent-queued/.test(out))
    assert.deepEqual(tasks(), ['before', 'live', 'after-1', 'after-2', 'after-3'])
    following.kill('SIGINT')
    const [code] = (await once(following, 'exit')) as [number | null]
    assert.equal(code, 0, told)
  } finally {
    following.kill('SIGKILL')
    await service[Symbol.asyncDispose]()
  }
})

async function make({ call, token }: Service, id: string): Promise<void> {
  assert.equal((await call('POST /api/tasks', { token, json: { id, title: id } })).status, 201)
}
