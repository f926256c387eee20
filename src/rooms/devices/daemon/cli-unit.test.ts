import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownUnit } from '#platform/server/unit/own-unit.ts'
import { daemonNodeOptions, managedDaemon } from './cli-unit.ts'

test('a unit starts the daemon as bin/orrery does, however it was installed', () => {
  const shell = readFileSync(join(import.meta.dirname, '../../../../bin/orrery'), 'utf8')
  assert.ok(shell.includes(`'daemon run') flags='${daemonNodeOptions.join(' ')}' ;;`))
  const ownArgv = ['/opt/node', '--heap-growing-percent=30', '/opt/launch.mjs']
  const place = { environment: { PATH: process.env.PATH }, userHome: '/home/ada', home: '/home/ada/.service', ownArgv }
  const unit = ownUnit(place, managedDaemon(place))
  if (unit === null) return
  const words = ['/opt/node', ...daemonNodeOptions, '/opt/launch.mjs', 'daemon', 'run']
  assert.ok(unit.wanted.includes(words.map((word) => `"${word}"`).join(' ')), unit.wanted)
})
