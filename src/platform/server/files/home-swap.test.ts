// A swap that ends at any of its moves is finished by whoever looks next, and nothing is lost on the way.
import assert from 'node:assert/strict'
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { finishSwap, isSwapPending, swapInto } from './home-swap.ts'

/** A home with old data and a token, and new data that are to come in. */
function openPlace(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'orrery-swap-'))
  t.after(() => rmSync(root, { recursive: true }))
  const [home, staged, aside] = ['home', 'staged', 'aside'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [home, staged]) mkdirSync(join(folder, 'logs'), { recursive: true })
  for (const name of ['service.db', 'config.json', join('logs', 'one.log'), 'service.db-wal', 'token'])
    writeFileSync(join(home, name), `old ${name}`)
  for (const name of ['service.db', 'sessions.json', join('logs', 'two.log')])
    writeFileSync(join(staged, name), `new ${name}`)
  return { home, staged, aside }
}

const goesAside = (name: string): boolean => name !== 'token'

function assertSwapped({ home, staged, aside }: ReturnType<typeof openPlace>, where: string): void {
  const read = (...names: string[]) => readFileSync(join(...names), 'utf8')
  assert.deepEqual(readdirSync(home).toSorted(), ['logs', 'service.db', 'sessions.json', 'token'], where)
  assert.deepEqual(readdirSync(aside).toSorted(), ['config.json', 'logs', 'service.db', 'service.db-wal'], where)
  assert.deepEqual([read(home, 'service.db'), read(aside, 'service.db')], ['new service.db', 'old service.db'], where)
  assert.deepEqual([readdirSync(join(home, 'logs')), readdirSync(join(aside, 'logs'))], [['two.log'], ['one.log']])
  assert.deepEqual([read(home, 'token'), existsSync(staged)], ['old token', false], where)
}

test('what comes in replaces what goes, and what neither concerns stays', (t) => {
  const place = openPlace(t)
  swapInto(place.home, place, goesAside)
  assertSwapped(place, 'at once')
  assert.deepEqual([isSwapPending(place.home), finishSwap(place.home)], [false, null])
})

/** Every change of the disk from the `dyingAt`-th on fails, as if the process were gone. Answers how to undo that. */
function dieAt(dyingAt: number): () => boolean {
  const kept = { renameSync: fs.renameSync, rmSync: fs.rmSync, mkdirSync: fs.mkdirSync }
  let made = 0
  const dying = (original: (...args: never[]) => unknown) =>
    function (...args: never[]) {
      made += 1
      if (made >= dyingAt) throw new Error('killed')
      return original(...args)
    }
  for (const [name, original] of Object.entries(kept)) Object.assign(fs, { [name]: dying(original) })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, kept)
    syncBuiltinESMExports()
    return made >= dyingAt
  }
}

test('wherever it ends it is finished later, or it never began', (t) => {
  let begun = 0
  for (let point = 1; ; point++) {
    const place = openPlace(t)
    const revive = dieAt(point)
    try {
      swapInto(place.home, place, goesAside)
    } catch (error) {
      assert.match(String(error), /killed/)
    }
    if (!revive()) break
    const where = `ended at change ${point}`
    if (!isSwapPending(place.home)) {
      assert.equal(finishSwap(place.home), null, where)
      if (!existsSync(place.staged)) continue
      assert.equal(readFileSync(join(place.home, 'service.db'), 'utf8'), 'old service.db', where)
      continue
    }
    begun += 1
    // The one who finishes it is killed, too.
    const reviveAgain = dieAt(2)
    assert.throws(() => finishSwap(place.home), /killed/)
    reviveAgain()
    assert.deepEqual(finishSwap(place.home), { staged: place.staged, aside: place.aside }, where)
    assertSwapped(place, where)
  }
  assert.ok(begun >= 8, `${begun} points`)
})

test('a plan that was written half is none', (t) => {
  const place = openPlace(t)
  const revive = dieAt(2)
  assert.throws(() => swapInto(place.home, place, goesAside), /killed/)
  revive()
  assert.equal(finishSwap(place.home), null)
  assert.equal(readFileSync(join(place.home, 'service.db'), 'utf8'), 'old service.db')
})
