import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownUnit } from '#platform/server/unit/own-unit.ts'
import { daemonNodeOptions, daemonVariables, managedDaemon } from './cli-unit.ts'

test('a unit starts the daemon as bin/orrery does, however it was installed', () => {
  const shell = readFileSync(join(import.meta.dirname, '../../../../bin/orrery'), 'utf8')
  assert.ok(shell.includes(`'daemon run')\n    flags='${daemonNodeOptions.join(' ')}'\n`))
  const variables = Object.entries(daemonVariables).map(([name, value]) => `${name}=${value}`)
  assert.ok(shell.includes(`export ${variables.join(' ')}\n`))
  const ownArgv = ['/opt/node', '--heap-growing-percent=30', '/opt/launch.mjs']
  const place = { environment: { PATH: process.env.PATH }, userHome: '/home/ada', home: '/home/ada/.service', ownArgv }
  const unit = ownUnit(place, managedDaemon(place))
  if (unit === null) return
  const words = ['/opt/node', ...daemonNodeOptions, '/opt/launch.mjs', 'daemon', 'run']
  assert.ok(unit.wanted.includes(words.map((word) => `"${word}"`).join(' ')), unit.wanted)
  for (const variable of variables) assert.ok(unit.wanted.includes(variable), variable)
})
