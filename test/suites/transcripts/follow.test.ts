// `orrery transcript --follow`: what comes is told once and in order, through a restart of the service and a file that began anew.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { appendFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { orreryArgv } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { ingest } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const asked = (content: string): string =>
  `${JSON.stringify({ timestamp: '2026-11-23T09:02:00.000Z', type: 'user', message: { content } })}\n`

test('following tells what comes once, waits for what is away, and ends with an interrupt', async () => {
  await using place = await makeHome()
  let service = await startService(place)
  const { port } = service
  const conversation = randomUUID()
  const folder = join(place.userHome, '.claude/projects/-p')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${conversation}.jsonl`)
  const event = { tmux_session: 'agent-followed', event: 'start', agent_type: 'code-agent', client_pid: process.pid }
  assert.equal((await ingest(service, { ...event, client_session: conversation })).status, 200)
  const [program = process.execPath, ...rest] = orreryArgv()
  const argv = [...rest, 'transcript', 'agent-followed', '--follow']
  const following = spawn(program, argv, { env: place.env(), cwd: place.userHome })
  let out = ''
  let told = ''
  following.stdout.on('data', (data) => (out += String(data)))
  following.stderr.on('data', (data) => (told += String(data)))
  const words = () => [...out.matchAll(/(?:first|second|third|fourth|fifth) words/g)].map(([found]) => found)
  const untilTold = (count: number) => until(`${count} are told`, () => words().length >= count)
  try {
    await until('it says that nothing is there', () => /has written nothing down yet/.test(told))
    await writeFile(file, asked('first words'))
    await untilTold(1)
    await appendFile(file, asked('second words').slice(0, 30))
    await appendFile(file, asked('second words').slice(30))
    await untilTold(2)
    await service.kill()
    await appendFile(file, asked('third words'))
    await until('it waits', () => /following goes on when it is back/.test(told))
    service = await startService(place, { env: { PORT: String(port) } })
    await untilTold(3)
    await writeFile(`${file}.new`, asked('fourth words'))
    await rename(`${file}.new`, file)
    await untilTold(4)
    assert.match(told, /The file began anew/)
    await appendFile(file, asked('fifth words'))
    await untilTold(5)
    assert.deepEqual(
      words(),
      ['first', 'second', 'third', 'fourth', 'fifth'].map((each) => `${each} words`),
    )
    following.kill('SIGINT')
    const [code] = (await once(following, 'exit')) as [number | null]
    assert.equal(code, 0, told)
  } finally {
    following.kill('SIGKILL')
    await service[Symbol.asyncDispose]()
  }
})
