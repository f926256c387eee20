import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHookKey, readHookKey } from './hook-key.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'orrery-hook-key-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

test('a key is private, is told for its own port alone, and is another with each start', async (t) => {
  const home = folder(t)
  assert.equal(readHookKey(home, 7420), null)
  const first = createHookKey()
  await first.publish(home, 7420)
  assert.equal(statSync(join(home, 'hook-key')).mode & 0o777, 0o600)
  const known = readHookKey(home, 7420) ?? ''
  assert.equal(first.matches(known), true)
  for (const wrong of ['', `${known}x`, known.slice(1), known.toUpperCase()]) assert.equal(first.matches(wrong), false)
  for (const port of [742, 74_200, 7421]) assert.equal(readHookKey(home, port), null, `${port}`)
  const second = createHookKey()
  await second.publish(home, 7420)
  assert.equal(second.matches(known), false)
  assert.notEqual(readHookKey(home, 7420), known)
})

test('a file without a key has none for anybody', (t) => {
  const home = folder(t)
  for (const text of ['', '\n', '7420\n', 'key 7420\n']) {
    writeFileSync(join(home, 'hook-key'), text)
    assert.equal(readHookKey(home, 7420), null, JSON.stringify(text))
  }
  assert.equal(readFileSync(join(home, 'hook-key'), 'utf8'), 'key 7420\n')
})
