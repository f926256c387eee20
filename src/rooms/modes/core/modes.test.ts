import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGatedPath } from './gated-paths.ts'
import { isFabric } from './is-fabric.ts'
import { modeOf } from './mode.ts'

test('only cloud-fabric, to the letter, is fabric mode', () => {
  assert.equal(modeOf('cloud-fabric'), 'fabric')
  for (const other of [null, '', 'fabric', 'Cloud-Fabric', 'cloud-fabric ', 'cloud_fabric', 'legacy']) {
    assert.equal(modeOf(other), 'legacy', String(other))
  }
})

test('the four prefixes are gated on a segment boundary, however they are spelled', () => {
  const rows: [string, boolean][] = [
    ['/api/vault', true],
    ['/api/vault/', true],
    ['/api/vault/recipients/x', true],
    ['/api/vault?x=1', true],
    ['/api/%76ault', true],
    ['//api/vault', true],
    ['/api//vault', true],
    ['/api/./vault', true],
    ['/api/devices/../vault', true],
    ['/api%2fvault', true],
    ['/api/auth/setup-init', true],
    ['/api/auth/setup-init/x', true],
    ['/api/auth/devices', true],
    ['/api/auth/devices/x', true],
    ['/api/fuel', true],
    ['/api/fuel/budgets', true],
    ['/ws/device', true],
    ['/ws/device?x', true],
    ['/ws/devices', false],
    ['/api/vaultx', false],
    ['/api/vault-x', false],
    ['/api/auth/setup-initial', false],
    ['/api/auth/devicesx', false],
    ['/api/auth', false],
    ['/api/auth/login', false],
    ['/api/fuels', false],
    ['/api/devices', false],
    ['/api/sessions/devices', false],
    ['/api/morning', false],
    ['/vault/setup', false],
    ['/x?y=/api/vault', false],
    ['/API/VAULT', false],
    ['/', false],
  ]
  for (const [target, expected] of rows) assert.equal(isGatedPath(target), expected, target)
})

test('on the page a boolean wins over the hostname, which decides otherwise', () => {
  const rows: [unknown, string, boolean][] = [
    [true, 'localhost', true],
    [false, 'fabric.example.org', false],
    [undefined, 'fabric.example.org', true],
    [undefined, 'Fabric.example.org', true],
    [undefined, 'box.example.org', true],
    [undefined, 'a.team.example', true],
    [undefined, 'team.example', false],
    [undefined, 'corp.example', true],
    [undefined, 'a.corp.example', true],
    [undefined, 'xcorp.example', false],
    [undefined, 'prefabric.example.org', false],
    [undefined, 'fabric', false],
    [undefined, 'localhost', false],
    ['true', 'localhost', false],
    [null, 'fabric.example.org', true],
  ]
  const fabricHostnames = ['box.example.org', '*.team.example', '.corp.example']
  for (const [override, hostname, expected] of rows) {
    assert.equal(isFabric({ override, hostname, fabricHostnames }), expected, `${String(override)} ${hostname}`)
  }
})
