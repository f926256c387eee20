import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownCommandOf } from './own-command.ts'

test('the command is typed by its name only where a shell finds it', () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-path-'))
  try {
    const [installed, ofNpm] = [join(root, 'bin'), join(root, 'node_modules', '.bin')]
    for (const folder of [installed, ofNpm]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'orrery'), '')
      chmodSync(join(folder, 'orrery'), 0o755)
    }
    assert.equal(ownCommandOf({ PATH: `${ofNpm}:/nowhere` }), 'npx orrery')
    assert.equal(ownCommandOf({}), 'npx orrery')
    assert.equal(ownCommandOf({ PATH: `${ofNpm}:${installed}` }), 'orrery')
  } finally {
    rmSync(root, { recursive: true })
  }
})
