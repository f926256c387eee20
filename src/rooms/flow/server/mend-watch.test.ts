import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMendWatch } from './mend-watch.ts'

test('a broken file that was saved or removed asks for one reload, and others for none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-mend-'))
  try {
    const file = join(folder, 'a.ts')
    await writeFile(file, 'wrong')
    let broken: readonly string[] = []
    let reloads = 0
    const look = createMendWatch({ files: () => broken, reload: async () => void (reloads += 1) })
    await look()
    broken = [file]
    await look()
    await look()
    assert.equal(reloads, 0)
    await writeFile(file, 'still wrong')
    await look()
    await look()
    assert.equal(reloads, 1)
    await rm(file)
    await look()
    assert.equal(reloads, 2)
    broken = []
    await look()
    assert.equal(reloads, 2)
  } finally {
    await rm(folder, { recursive: true })
  }
})
