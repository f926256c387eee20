// Truth under pressure: at every moment of a beginning or an end, whatever is asked of a session, its state is what tmux, the
// process table and the exit codes say. `npm run truth -- --seed <n>` repeats a seed that failed; more: CONTRIBUTING.md.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole } from '../../support/share.ts'
import { putUnderPressure } from './pressure.ts'

/** In parts, each with a home and a service of its own. The first keeps the machine busy; beside the others that is chance. Seeds are new each time. */
const parts = isWhole ? 4 : 2
const stepsInAPart = 250

for (let part = 1; part <= parts; part++) {
  const seed = Math.floor(Math.random() * 1_000_000)
  test(`the board tells the truth after ${stepsInAPart} steps of seed ${seed}`, async (t) => {
    t.diagnostic(`seed ${seed}`)
    const made = await putUnderPressure({ seed, steps: stepsInAPart, loops: part === 1 ? 2 : 0 })
    assert.ok(made >= stepsInAPart)
  })
}
