// Which files of the home a backup holds, and how a file is read that others go on writing.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { filesToKeep, readPrefix, sizeToKeep } from './walk.ts'

const home = await mkdtemp(join(tmpdir(), 'orrery-walk-'))
after(() => rm(home, { recursive: true }))

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), text)
}

async function read(path: string, bytes: number): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of readPrefix(path, bytes)) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('regular files below its folders are kept, in their order; links are not followed, and outputs may stay out', async () => {
  await put('workflows/b.ts', 'bb')
  await put('workflows/a/deep.ts', 'a')
  await put('workflows/node_modules/x.js', 'x')
  await put('plugins/p.ts', 'ppp')
  await put('logs/s1.log', 'llll')
  await put('elsewhere/no.ts', 'no')
  await symlink(join(home, 'elsewhere'), join(home, 'workflows/link'))
  await symlink(join(home, 'elsewhere'), join(home, 'audits'))
  execFileSync('mkfifo', [join(home, 'workflows/pipe')])
  const kept = async (outputs: boolean): Promise<(string | number)[][]> => {
    const found: (string | number)[][] = []
    for await (const { path, bytes } of filesToKeep(home, outputs)) found.push([path, bytes])
    return found
  }
  const own = [
    ['workflows/a/deep.ts', 1],
    ['workflows/b.ts', 2],
    ['plugins/p.ts', 3],
  ]
  assert.deepEqual(await kept(false), own)
  assert.deepEqual(await kept(true), [...own, ['logs/s1.log', 4]])
  assert.deepEqual([await sizeToKeep(home, false), await sizeToKeep(home, true)], [6, 10])
})

test('a file is read as far as it was when it was found, whatever becomes of it', async () => {
  await put('logs/long.log', 'x'.repeat(600_000))
  const path = join(home, 'logs/long.log')
  assert.equal(await read(path, 600_000), 'x'.repeat(600_000))
  assert.equal(await read(path, 3), 'xxx', 'it grew')
  await writeFile(path, 'short')
  assert.equal(await read(path, 10), 'short     ', 'it became shorter')
  await rm(path)
  assert.equal(await read(path, 4), '    ', 'it is gone')
  await symlink('/etc/passwd', path)
  await assert.rejects(read(path, 4), /ELOOP/)
})
