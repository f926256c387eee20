import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnVariable, ownVariables } from './own-variables.ts'

test('what configures the service is its own, whatever else is not', () => {
  assert.deepEqual(ownVariables.toSorted(), [
    'ACCESS_TOKEN',
    'DATABASE_URL',
    'DEPLOYMENT',
    'GATEWAY_PORT',
    'HOST',
    'PORT',
  ])
  for (const name of [...ownVariables, 'SERVICE_HOME', 'SERVICE_ANYTHING'])
    assert.equal(isOwnVariable(name), true, name)
  for (const name of ['PATH', 'HOME', 'HOSTNAME', 'SERVICE', 'OPENCLAW_GATEWAY_PORT', 'port']) {
    assert.equal(isOwnVariable(name), false, name)
  }
})
