// Nothing outlives the tests: a home ends what runs in it, the runner names the file that left a program, and ends one that
// stays by itself.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isRunning } from '#platform/server/tmux/tmux.testkit.ts'
import { makeHome } from '../../support/home.ts'
import { isTold, processesUnder } from '#testing/processes.testkit.ts'

const options = { skip: isTold ? false : 'this machine does not tell of other processes' }

test('a home ends a tmux server whose socket was deleted', options, async () => {
  const place = await makeHome()
  await place.tmux('new-session', '-d', 'sleep', '1000')
  rmSync((await place.tmux('display-message', '-p', '#{socket_path}')).trim())
  assert.ok(processesUnder(place.root).length > 0)
  await place[Symbol.asyncDispose]()
  assert.deepEqual(processesUnder(place.root), [])
})

test('a file that leaves a program running fails by name, and the program is ended', options, async () => {
  const runner = join(import.meta.dirname, '../../../tools/test-files.ts')
  const { code, out } = await run([runner, '1', join(import.meta.dirname, 'leaving.ts')])
  const pid = Number(/^left running by test\/suites\/kit\/leaving\.ts: (?<pid>\d+) sleep 1000$/m.exec(out)?.groups?.pid)
  assert.equal(code, 1, out)
  assert.match(out, /pass 1\n/)
  assert.ok(pid > 0, out)
  assert.equal(isRunning(pid), false)
})

test('a file that leaves a timer behind ends all the same', async () => {
  const runner = join(import.meta.dirname, '../../../tools/test-files.ts')
  const { code, out } = await run([runner, '1', join(import.meta.dirname, 'staying.ts')])
  assert.equal(code, 0, out)
  assert.match(out, /pass 1\n/)
})

/** In an environment without the mark of a test's process, which would keep the runner from running tests. */
function run(args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, out) => resolve({ code: Number(error?.code ?? 0), out }))
  })
}
