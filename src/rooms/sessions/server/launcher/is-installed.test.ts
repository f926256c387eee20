import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isInstalled } from './is-installed.ts'

test('a program is installed where launches find it, which may be the PATH of its type', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-path-'))
  const agent = (program: string, env = {}) => ({
    label: '',
    command: [program],
    interactiveCommand: null,
    harness: null,
    env,
  })
  await writeFile(join(folder, 'claude'), '')
  const environment = { PATH: `/nowhere:${folder}` }
  assert.equal(isInstalled(agent('claude'), environment), false, 'not executable')
  await chmod(join(folder, 'claude'), 0o755)
  assert.equal(isInstalled(agent('claude'), environment), true)
  assert.equal(isInstalled(agent('claude'), {}), false)
  assert.equal(isInstalled(agent('claude', { PATH: folder }), {}), true)
  assert.equal(isInstalled(agent('claude', { PATH: '/nowhere' }), environment), false)
  assert.equal(isInstalled(agent('./own'), environment), true)
  await rm(folder, { recursive: true })
})
