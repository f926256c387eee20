// The README's five minutes, line by line as they stand there, on a service of the test.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { shellQuoted } from '#base/shell-word.ts'
import { orreryArgv, root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const run = promisify(execFile)

test('a first agent is launched, listed, answered and read', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const folder = join(place.root, 'programs')
  mkdirSync(folder)
  // In a clone the command is typed so; here it is the program under test.
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift\nexec ${orreryArgv().map(shellQuoted).join(' ')} "$@"\n`)
  chmodSync(join(folder, 'npx'), 0o755)
  const env = place.env({ PATH: [folder, process.env.PATH].join(delimiter) })
  const type = async (line: string | undefined) =>
    (await run('sh', ['-c', line ?? ''], { env, cwd: place.userHome })).stdout

  const page = readFileSync(join(root, 'README.md'), 'utf8')
  const blocks = [...page.matchAll(/```sh\n(?<lines>[^`]*)```/g)].map(({ groups }) =>
    (groups?.lines ?? '').trim().split('\n'),
  )
  assert.deepEqual(blocks[0], ['npm install', 'npx orrery demo'])
  assert.deepEqual(blocks[1], ['npm start'])
  const [launch, ls, send, logs, ...more] = blocks[2] ?? []
  assert.deepEqual(more, [])

  await type(launch)
  assert.match(await type(ls), /running .*agent-first/)
  const logsOf = () => type(logs)
  await until('it asks', async () => (await logsOf()).includes('Shall I go on?'))
  await type(send)
  await until('it is done', async () => (await listSessions(service))[0]?.state === 'completed')
  assert.match(await logsOf(), /You said: yes, please/)
})
