import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isMissing, readIfThere, unlessMissing } from './missing.ts'

test('a missing file is null, every other fault is told', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-missing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'there'), 'text')
  symlinkSync(join(folder, 'there'), join(folder, 'link'))
  symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'))
  assert.equal(await readIfThere(join(folder, 'there')), 'text')
  assert.equal(await readIfThere(join(folder, 'link')), 'text')
  assert.equal(await readIfThere(join(folder, 'dangling')), null)
  assert.equal(await readIfThere(join(folder, 'nothing')), null)
  assert.equal((await unlessMissing(lstat(join(folder, 'dangling'))))?.isSymbolicLink(), true)
  await assert.rejects(readIfThere(folder), { code: 'EISDIR' })
  await assert.rejects(readIfThere(join(folder, 'there', 'below')), { code: 'ENOTDIR' })
})

test('only an error of the system says that a file is missing', () => {
  for (const other of [null, 'ENOENT', { code: 'ENOENT' }, new Error('ENOENT')]) assert.equal(isMissing(other), false)
})
