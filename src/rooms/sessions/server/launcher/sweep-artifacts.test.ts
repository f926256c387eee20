import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dayMs } from '#base/time.ts'
import { sweepArtifacts } from './sweep-artifacts.ts'

test('output of unknown sessions goes when it is old, their launch folders at once, and nothing else', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-sweep-'))
  const isOnBoard = (id: string) => id === 'known'
  const sweep = { isOnBoard, hasOutput: isOnBoard, outputBeforeMs: Date.now() - 30 * dayMs }
  await sweepArtifacts(home, sweep)
  const old = new Date(Date.now() - 31 * dayMs)
  await mkdir(join(home, 'logs'))
  for (const name of [
    'known.log',
    'known.log.1',
    'known.stream',
    'gone.log',
    'gone.log.1',
    'gone.stream',
    'gone.stream.1',
    'young.log',
  ]) {
    await writeFile(join(home, 'logs', name), 'output')
    if (!name.startsWith('young')) await utimes(join(home, 'logs', name), old, old)
  }
  for (const id of ['known', 'gone']) await mkdir(join(home, 'runs', id), { recursive: true })
  await writeFile(join(home, 'kept'), 'kept')
  await symlink(join(home, 'kept'), join(home, 'runs', 'link'))
  await sweepArtifacts(home, sweep)
  assert.deepEqual((await readdir(join(home, 'logs'))).toSorted(), [
    'known.log',
    'known.log.1',
    'known.stream',
    'young.log',
  ])
  assert.deepEqual(await readdir(join(home, 'runs')), ['known'])
  assert.ok((await readdir(home)).includes('kept'))
  await rm(home, { recursive: true })
})
