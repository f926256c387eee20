import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shellQuoted } from '#base/shell-word.ts'
import { secondFolderOf } from '../queue/second-place.ts'
import { hookScriptPath, run, temporaryFolder } from '../hooks.testkit.ts'
import { writeHookScripts } from './write-scripts.ts'

const settings = { promptSubmit: 'working', interactiveStop: 'to_review' } as const
const all = ['orrery-hook.sh', 'orrery-hook-fallback.sh', 'orrery-approval.sh']
const both = ['orrery-hook.sh', 'orrery-hook-fallback.sh']

test('the scripts are private, and written only when they differ', async () => {
  using home = temporaryFolder()
  const path = hookScriptPath(home.path)
  assert.deepEqual(await writeHookScripts(home.path, settings), all)
  assert.deepEqual([statSync(join(home.path, 'bin')).mode & 0o777, statSync(path).mode & 0o777], [0o700, 0o700])
  const { ino } = statSync(path)
  chmodSync(path, 0o755)
  assert.deepEqual(await writeHookScripts(home.path, settings), [])
  assert.deepEqual([statSync(path).ino, statSync(path).mode & 0o777], [ino, 0o700])
  writeFileSync(path, 'older')
  assert.deepEqual(await writeHookScripts(home.path, settings), ['orrery-hook.sh'])
  assert.deepEqual(await writeHookScripts(home.path, { ...settings, promptSubmit: 'letter' }), both)
  assert.match(readFileSync(path, 'utf8'), /^prompt_submit=letter\ninteractive_stop=to_review$/m)
})

test('the scripts name the second place of their home, or none where the machine has no other disk', async () => {
  using home = temporaryFolder()
  await writeHookScripts(home.path, settings)
  for (const name of both) {
    const script = readFileSync(join(home.path, 'bin', name), 'utf8')
    const line = `second_folder=${shellQuoted(secondFolderOf(home.path) ?? '')}`
    assert.ok(script.split('\n').includes(line), name)
  }
})

test('a link in the place of a script is replaced, one in the place of the folder is refused', async () => {
  using home = temporaryFolder()
  writeFileSync(join(home.path, 'elsewhere'), 'kept')
  mkdirSync(join(home.path, 'bin'))
  symlinkSync(join(home.path, 'elsewhere'), hookScriptPath(home.path))
  await writeHookScripts(home.path, settings)
  assert.equal(readFileSync(join(home.path, 'elsewhere'), 'utf8'), 'kept')
  const other = join(home.path, 'other')
  mkdirSync(other)
  symlinkSync(join(home.path, 'bin'), join(other, 'bin'))
  await assert.rejects(writeHookScripts(other, settings), /symbolic link/)
})

test('both scripts are valid in their shells', async () => {
  using home = temporaryFolder()
  await writeHookScripts(home.path, settings)
  for (const [shell, name] of [
    ['bash', 'orrery-hook.sh'],
    ['sh', 'orrery-hook-fallback.sh'],
  ] as const) {
    const { code, output } = await run({ argv: [shell, '-n', join(home.path, 'bin', name)], env: {} })
    assert.deepEqual({ code, output }, { code: 0, output: '' })
  }
})
