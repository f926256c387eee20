import assert from 'node:assert/strict'
import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { readLastWords } from './last-words.ts'

test('the last line is that of the present run, of whatever is there', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-words-'))
  const read = (id: string) => readLastWords(home, id, silentLog)
  const [log, run] = [join(home, 'logs', 'a.log'), join(home, 'runs', 'a')]
  assert.equal(await read('a'), null)
  await Promise.all([join(home, 'logs'), run].map((folder) => mkdir(folder, { recursive: true })))
  await writeFile(join(run, 'run.sh'), '')
  await utimes(join(run, 'run.sh'), 1000, 1000)
  assert.equal(await read('a'), null)
  await writeFile(log, `${'x'.repeat(20_000)}\r\nAPI Error: 400\r\n\r\n`)
  await utimes(log, 999, 999)
  assert.equal(await read('a'), null, 'an earlier run wrote it')
  await utimes(log, 1001, 1001)
  assert.equal(await read('a'), 'API Error: 400')
  assert.equal(await read('../a'), null)
  await rm(home, { recursive: true })
})
