import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRegistry } from '../registry.ts'
import { createSessionsFile } from './sessions-file.ts'

test('a file that cannot be written is told once, and again only after it could', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-sessions-file-'))
  const home = join(folder, 'home')
  const path = join(home, 'sessions.json')
  const told: unknown[] = []
  const file = createSessionsFile({
    path,
    registry: createRegistry(),
    lastSeq: () => 7,
    onError: (error) => told.push(error),
  })
  file.touch()
  for (let count = 0; count < 5; count++) file.flushSync()
  assert.equal(told.length, 1)
  await mkdir(home)
  file.flushSync()
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { seq: 7, dismissed: [], sessions: [] })
  await rm(home, { recursive: true })
  file.touch()
  for (let count = 0; count < 5; count++) file.flushSync()
  assert.equal(told.length, 2)
  await rm(folder, { recursive: true })
})
