// What fails to open takes along what was opened before it: a journey never hangs on a service that nobody ends.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'

/** A service starts and ends within it on a busy machine; one that nobody ends would outlast it. */
const limitMs = 90_000

test('a journey whose browser does not start ends at once, its service with it', async () => {
  await using place = await makeHome()
  const [bin, temporary] = [join(place.root, 'bin'), join(place.root, 'tmp')]
  await Promise.all([mkdir(bin), mkdir(temporary)])
  for (const program of ['sh', 'tmux']) await symlink(await whereIs(program), join(bin, program))
  // It ends while the service is still starting.
  await writeFile(join(bin, 'chromium'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const { out, signal } = await run({ ...place.env(), PATH: bin, TMPDIR: temporary })
  assert.equal(signal, null, out)
  assert.match(out, /browserType\.launch/)
  assert.deepEqual(await readdir(temporary), [])
})

function run(env: NodeJS.ProcessEnv): Promise<{ readonly out: string; readonly signal: unknown }> {
  const file = join(import.meta.dirname, 'broken-journey.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test-isolation=none', file], { env, timeout: limitMs }, (error, out) =>
      resolve({ out, signal: error?.signal ?? null }),
    )
  })
}

function whereIs(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', `command -v ${program}`], (error, out) =>
      error === null ? resolve(out.trim()) : reject(error),
    )
  })
}
