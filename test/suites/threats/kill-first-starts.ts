// R1: what a first start leaves that is ended at a write point, and whether the home starts then. One start is copied at each
// point, in place of as many starts that die: what kill -9 leaves is the files as they are, and half of the points leave
// what the one before left.
import assert from 'node:assert/strict'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeHome, type TestHome } from '../../support/home.ts'
import { startService, StartFailed } from '../../support/service.ts'
import { shareOf } from '../../support/share.ts'
import { assertNoLeftOvers, assertNothingTorn, copyingInto, dyingAt } from './kill-rig.ts'

/** Every state that a death of a first start can leave, or each fifth one. */
export async function startAfterDeaths(): Promise<void> {
  await using place = await makeHome()
  const states = await copyFirstStart(place)
  assert.ok(states.length > 80, `a first start left ${states.length} states only`)
  for (const state of shareOf(states, 5)) {
    await rm(place.home, { recursive: true })
    await rename(join(place.root, 'copies', state), place.home)
    await assertStarts(place, state)
  }
}

/** The names of the copies, each of its point. */
async function copyFirstStart(place: TestHome): Promise<string[]> {
  const copies = join(place.root, 'copies')
  await mkdir(copies)
  await using service = await startService(place, copyingInto(copies))
  assert.equal((await service.call('GET /readyz')).status, 200)
  await service.kill()
  return (await readdir(copies)).toSorted()
}

async function assertStarts(place: TestHome, where: string): Promise<void> {
  await assertNothingTorn(place, where)
  await using service = await startService(place)
  assert.equal((await service.call('GET /readyz')).status, 200, `not ready after a death ${where}`)
  await assertNoLeftOvers(place)
}

/** Amid a file, behind a commit and amid the reserve: early ones, which come in the same order each time. */
const sampled = [/amid writeSync access-token/, /after exec COMMIT/, /amid writeSync reserve/]

/** A death in earnest leaves the files that the copy of its point has, each as long as there. */
export async function leavesWhatWasCopied(): Promise<void> {
  await using copied = await makeHome()
  const states = await copyFirstStart(copied)
  for (const pattern of sampled) {
    const state = states.find((name) => pattern.test(name)) ?? ''
    await using place = await makeHome()
    await assert.rejects(startService(place, dyingAt(Number.parseInt(state, 10))), StartFailed)
    assert.deepEqual(await sizesIn(place.home), await sizesIn(join(copied.root, 'copies', state)), state)
  }
}

/** Names differ by the number of the process that wrote them. */
async function sizesIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const sizes = names.map(
    async (name) => [name.replaceAll(/\d+/g, 'n'), (await stat(join(folder, name))).size] as const,
  )
  return Object.fromEntries(await Promise.all(sizes))
}
