// Events of agents while the disk of the home takes nothing: where the hook scripts leave them.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { smallDisk } from '../../../../../test/support/small-disk.ts'
import { run, searchPath } from '../hooks.testkit.ts'
import { secondFolderOf } from './second-place.ts'
import { writeHookScripts } from '../scripts/write-scripts.ts'

const settings = { promptSubmit: 'working', interactiveStop: 'to_review' } as const
const noSecondDisk = 'this machine has no second disk'

for (const [shell, name] of [
  ['bash', 'orrery-hook.sh'],
  ['sh', 'orrery-hook-fallback.sh'],
] as const) {
  test(`${name} leaves its event in the second place when the disk of the home is full`, async (t) => {
    using disk = smallDisk()
    if (disk.missing !== null) return t.skip(disk.missing)
    await writeHookScripts(disk.path, settings)
    const folder = secondFolderOf(disk.path)
    if (folder === null) return t.skip(noSecondDisk)
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    disk.fill()
    const env = { PATH: searchPath, SERVICE_HOME: disk.path, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: '9' }
    for (const status of ['1', '2']) {
      const { output } = await run({ argv: [shell, join(disk.path, 'bin', name), '--exit', status], env })
      assert.equal(output, '')
    }
    const lines = readFileSync(join(folder, 'hook-queue.jsonl'), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      lines.map((text) => (JSON.parse(text) as { exit_code: number }).exit_code),
      [1, 2],
    )
    const modes = [folder, join(folder, 'hook-queue.jsonl')].map((path) => statSync(path).mode & 0o777)
    assert.deepEqual(modes, [0o700, 0o600])
  })
}
