// R1: ends first starts at their write points, each on a home of its own, and sees whether the home starts then.
import assert from 'node:assert/strict'
import { makeHome } from '../../support/home.ts'
import { startService, StartFailed } from '../../support/service.ts'
import { assertNoLeftOvers, assertNothingTorn, dyingAt } from './kill-rig.ts'

/** Every other write point from `first` on, until the start is over before the next one. */
export async function dieOnFirstStarts(first: 1 | 2): Promise<void> {
  let deaths = 0
  for (let at = first; await dieOnFirstStart(at); at += 2) deaths += 1
  assert.ok(deaths > 20, `the service died ${deaths} times only`)
}

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
  await assertNoLeftOvers(place)
  return true
}
