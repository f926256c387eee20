import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFindToken } from './token.ts'

const url = 'ws://127.0.0.1:18789'
const own = '{"gateway":{"mode":"local","auth":{"mode":"token","token":"from-file"}}}'

test('our setting wins, then the own file of a gateway on this machine, then none', async (t) => {
  const userHome = await mkdtemp(join(tmpdir(), 'orrery-token-'))
  t.after(() => rm(userHome, { recursive: true }))
  const find = (over: object = {}) => createFindToken({ url, configured: null, userHome, environment: {}, ...over })()
  const none = { token: null, source: 'none' }
  assert.deepEqual(await find(), none)
  await mkdir(join(userHome, '.openclaw'))
  await writeFile(join(userHome, '.openclaw', 'openclaw.json'), own)
  assert.deepEqual(await find(), { token: 'from-file', source: 'gateway_file' })
  assert.deepEqual(await find({ url: 'ws://[::1]:1' }), { token: 'from-file', source: 'gateway_file' })
  assert.deepEqual(await find({ configured: 'mine' }), { token: 'mine', source: 'config' })
  assert.deepEqual(await find({ url: 'wss://gateway.example' }), none)
  assert.deepEqual(await find({ environment: { OPENCLAW_STATE_DIR: join(userHome, 'elsewhere') } }), none)
})

test('a file of another form, or whose token is a variable, gives none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-token-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'openclaw.json')
  const find = createFindToken({ url, configured: null, userHome: folder, environment: { OPENCLAW_CONFIG_PATH: path } })
  await writeFile(path, own)
  assert.equal((await find()).token, 'from-file')
  for (const text of [
    '{',
    '[]',
    '{"gateway":{}}',
    own.replace('from-file', '${TOKEN}'),
    own.replace('from-file', 'a b'),
  ]) {
    await writeFile(path, text)
    assert.equal((await find()).token, null, text)
  }
})
