import assert from 'node:assert/strict'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { underOpenUmask } from './open-umask.testkit.ts'
import { appendPrivateFile, ensurePrivateFile, readPrivateFile } from './private-file.ts'
import { makePrivateHome } from './private-home.ts'
import { readServiceInfo, removeServiceInfo, writeServiceInfo } from './service-info.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('under umask 000 the home is made 0700, parents included', () =>
  underOpenUmask(async (folder) => {
    const home = join(folder, 'a', 'home')
    assert.deepEqual(makePrivateHome(home), { ok: true, value: null })
    assert.equal(await modeOf(home), '700')
  }))

test('what lies open in a home is closed to others, and what links point to is left alone', () =>
  underOpenUmask(async (folder) => {
    const home = join(folder, 'home')
    await mkdir(join(home, 'logs'), { recursive: true, mode: 0o777 })
    await writeFile(join(home, 'logs', 'x.log'), '', { mode: 0o666 })
    await writeFile(join(home, 'access-token'), 'x', { mode: 0o644 })
    await writeFile(join(home, 'mine.sh'), '', { mode: 0o755 })
    await writeFile(join(folder, 'outside'), '', { mode: 0o644 })
    await symlink(join(folder, 'outside'), join(home, 'link'))
    assert.ok(makePrivateHome(home).ok)
    assert.ok(makePrivateHome(home).ok)
    const modes = ['', 'logs', 'logs/x.log', 'access-token', 'mine.sh', '../outside']
    const found = await Promise.all(modes.map((path) => modeOf(join(home, path))))
    assert.deepEqual(found, ['700', '700', '600', '600', '700', '644'])
  }))

test('a home that is a file, or below one, is refused', () =>
  underOpenUmask(async (folder) => {
    await writeFile(join(folder, 'file'), '')
    for (const home of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      const made = makePrivateHome(home)
      assert.ok(!made.ok)
      assert.equal(made.error.code, 'not_a_folder')
    }
  }))

test('a home that links to a folder of ours is taken, one that links to somebody else is refused', (t) =>
  underOpenUmask(async (folder) => {
    await mkdir(join(folder, 'real'))
    await symlink(join(folder, 'real'), join(folder, 'ours'))
    assert.ok(makePrivateHome(join(folder, 'ours')).ok)
    const foreign = await findForeignFolder()
    if (foreign === null) return t.skip('this machine has no folder of another user')
    await symlink(foreign, join(folder, 'theirs'))
    const made = makePrivateHome(join(folder, 'theirs'))
    assert.ok(!made.ok)
    assert.equal(made.error.code, 'not_ours')
  }))

/** Any folder that this user does not own; for root that is one of a system account. */
async function findForeignFolder(): Promise<string | null> {
  for (const path of ['/', '/var/cache/apt/archives/partial', '/var/lib/apt/lists/partial', '/var/cache/man']) {
    const stats = await stat(path).catch(() => null)
    if (stats?.isDirectory() === true && stats.uid !== process.getuid?.()) return path
  }
  return null
}

test('files of the home are 0600 from the first byte, and appended, not replaced', () =>
  underOpenUmask(async (folder) => {
    const path = join(folder, 'queue.jsonl')
    appendPrivateFile(path, 'one\n')
    appendPrivateFile(path, 'two\n')
    assert.equal(readPrivateFile(path), 'one\ntwo\n')
    assert.equal(await modeOf(path), '600')
    await writeFile(join(folder, 'open'), 'kept', { mode: 0o666 })
    ensurePrivateFile(join(folder, 'open'))
    assert.equal(await modeOf(join(folder, 'open')), '600')
    assert.equal(readPrivateFile(join(folder, 'open')), 'kept')
    assert.equal(readPrivateFile(join(folder, 'absent')), null)
  }))

test('a symbolic link in the place of a file is neither read, written nor touched', () =>
  underOpenUmask(async (folder) => {
    const target = join(folder, 'target')
    await writeFile(target, 'precious', { mode: 0o644 })
    for (const [name, to] of [
      ['link', target],
      ['dangling', join(folder, 'not-there')],
    ] as const) {
      const link = join(folder, name)
      await symlink(to, link)
      assert.throws(() => appendPrivateFile(link, 'x'), { code: 'ELOOP' })
      assert.throws(() => ensurePrivateFile(link), { code: 'ELOOP' })
      assert.throws(() => readPrivateFile(link), { code: 'ELOOP' })
    }
    assert.equal(await readFile(target, 'utf8'), 'precious')
    assert.equal(await modeOf(target), '644')
  }))

test('service.json is read back, and anything else in its place is no service', () =>
  underOpenUmask(async (folder) => {
    const info = { pid: 4711, url: 'http://127.0.0.1:7420', hook_port: 7420, started_at_ms: 1_700_000_000_000 }
    assert.equal(readServiceInfo(folder), null)
    writeServiceInfo(folder, info)
    assert.deepEqual(readServiceInfo(folder), info)
    assert.equal(await modeOf(join(folder, 'service.json')), '600')
    removeServiceInfo(folder)
    removeServiceInfo(folder)
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"pid":"x"}',
      '{"pid":1,"url":"no url","hook_port":1,"started_at_ms":1}',
    ]) {
      await writeFile(join(folder, 'service.json'), text)
      assert.equal(readServiceInfo(folder), null)
    }
  }))
