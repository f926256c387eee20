// The files of the database on a real disk: whose they are, and what stands in their place.
import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { underOpenUmask } from '../files/open-umask.testkit.ts'
import { openDatabase } from './open-database.ts'

test('every file of the database is for its owner alone, under umask 000 and when it lay open before', () =>
  underOpenUmask(async (folder) => {
    const path = join(folder, 'service.db')
    for (const name of ['service.db', 'service.db-wal']) {
      await writeFile(join(folder, name), '')
      await chmod(join(folder, name), 0o666)
    }
    await using database = openDatabase({ path, sync: 'normal' })
    assert.equal(database.trouble(), null)
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name)
  }))

for (const suffix of ['', '-wal', '-shm', '-journal']) {
  test(`a symbolic link in the place of service.db${suffix} is named and not followed`, () =>
    underOpenUmask(async (folder) => {
      const path = join(folder, 'service.db')
      const outside = join(folder, 'outside')
      await writeFile(outside, '')
      await symlink(outside, path + suffix)
      assert.throws(() => openDatabase({ path, sync: 'normal' }), { code: 'ELOOP', path: path + suffix })
      assert.equal(await readFile(outside, 'utf8'), '')
    }))
}
