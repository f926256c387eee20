import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { findHome, loadConfig } from './load-config.ts'

const parseTemplate = (command: string | readonly string[]) => ok(typeof command === 'string' ? [command] : command)

async function withHome(act: (home: string) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-config-'))
  try {
    await act(home)
  } finally {
    await rm(home, { recursive: true })
  }
}

const load = (home: string) => loadConfig({ environment: { SERVICE_HOME: home }, userHome: '/home/ada', parseTemplate })

test('a home without config.json has the defaults, and nothing is created', () =>
  withHome(async (home) => {
    const loaded = load(join(home, 'absent'))
    assert.ok(loaded.ok)
    assert.equal(loaded.value.config.port, 7420)
    assert.equal(loaded.value.sources.get('home'), 'SERVICE_HOME')
  }))

test('config.json is read through a symbolic link and with a byte order mark', () =>
  withHome(async (home) => {
    await writeFile(join(home, 'mine.json'), '\uFEFF{ "port": 8123 }')
    await symlink('mine.json', join(home, 'config.json'))
    const loaded = load(home)
    assert.ok(loaded.ok)
    assert.equal(loaded.value.config.port, 8123)
  }))

test('text that is no JSON is refused with its line and column', () =>
  withHome(async (home) => {
    await writeFile(join(home, 'config.json'), '{\n  "port": 8123,\n}\n')
    const loaded = load(home)
    assert.ok(!loaded.ok)
    assert.deepEqual(loaded.error, {
      file: join(home, 'config.json'),
      problems: [
        { at: 'line 3, column 1', reason: 'is not JSON from here on (comments and trailing commas are not allowed)' },
      ],
    })
  }))

test('a config.json that is a folder is refused', () =>
  withHome(async (home) => {
    await mkdir(join(home, 'config.json'))
    const loaded = load(home)
    assert.ok(!loaded.ok)
    assert.deepEqual(loaded.error.problems, [{ at: 'config.json', reason: 'is not a regular file' }])
  }))

test('the home is ~/.service, or SERVICE_HOME made absolute', () => {
  assert.deepEqual(findHome({}, '/home/ada'), { home: '/home/ada/.service', source: 'default' })
  assert.equal(findHome({ SERVICE_HOME: '~/orrery' }, '/home/ada').home, '/home/ada/orrery')
  assert.equal(findHome({ SERVICE_HOME: 'here' }, '/home/ada').home, join(process.cwd(), 'here'))
})
