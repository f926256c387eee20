// R1: kill -9 at every write point of a first start leaves a home that starts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { startService, StartFailed } from '../../support/service.ts'
import { assertNothingTorn, dyingAt } from './kill-rig.ts'

test('a first start that dies at any write point leaves a home that starts', async () => {
  let deaths = 0
  while (await dieOnFirstStart(deaths + 1)) deaths += 1
  assert.ok(deaths > 30, `the service died ${deaths} times only`)
})

/** False once the start is over before the point. */
async function dieOnFirstStart(at: number): Promise<boolean> {
  await using place = await makeHome()
  try {
    await using survivor = await startService(place, dyingAt(at))
    return survivor.pid === 0
  } catch (error) {
    if (!(error instanceof StartFailed) || error.ended.signal !== 'SIGKILL') throw error
  }
  await assertNothingTorn(place, `point ${at}`)
  await using service = await startService(place)
  assert.equal((await service.call('GET /readyz')).status, 200, `not ready after a death at point ${at}`)
  return true
}
