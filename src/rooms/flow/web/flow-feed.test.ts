// The strands' feed against a service that a test plays.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld } from '#platform/web/live/socket-world.testkit.ts'
import { followRun, listenToFlow, openFlowFeed } from './flow-feed.ts'
import { loadErrors, strands, strandsLoaded } from './strand-store.ts'

function setUp() {
  const world = createTestWorld()
  const atOnce = { nextFrame: (run: () => void) => run(), later: () => {} }
  const close = openFlowFeed({ sockets: world, clocks: atOnce })
  const heard: string[] = []
  const stop = listenToFlow({
    onRun: (run) => heard.push(`run ${run.run_id}`),
    onStep: (step) => heard.push(`step ${step.step_id}`),
    onOutput: (frame) => heard.push(`output ${frame.text}`),
    onFresh: () => heard.push('fresh'),
  })
  const end = (): void => {
    stop()
    close()
    followRun(null)
  }
  return { world, heard, end }
}

const following = (run: string | null) => ({ type: 'follow', run_id: run })

test('the run whose output is wanted is told once it can be, and again after each loss', () => {
  const { world, heard, end } = setUp()
  followRun('r1')
  assert.deepEqual(world.last().sent, [])
  world.last().open()
  followRun('r1')
  followRun('r2')
  assert.deepEqual(world.last().sent, [following('r1'), following('r2')])
  world.last().end()
  world.pass(500)
  world.last().open()
  assert.deepEqual([world.last().sent, heard], [[following('r2')], ['fresh', 'fresh']])
  end()
})

test('strands fill their store, runs, steps and output go to who listens', () => {
  const { world, heard, end } = setUp()
  world.last().open()
  const fault = { file: 'a.ts', line: 1, reason: 'wrong' }
  world.last().say({ type: 'snapshot', seq: 1, strands: [{ id: 's' }], runs: [{ run_id: 'r' }], errors: [fault] })
  assert.deepEqual([strands.all(), strandsLoaded.get(), loadErrors.get()], [[{ id: 's' }], true, [fault]])
  world.last().say({
    type: 'changes',
    seq: 2,
    changes: [
      { kind: 'strand', op: 'remove', id: 's', value: null },
      { kind: 'run', op: 'upsert', id: 'r2', value: { run_id: 'r2' } },
      { kind: 'step', op: 'upsert', id: 'r2/a', value: { step_id: 'a' } },
      { kind: 'errors', op: 'upsert', id: 'all', value: [] },
      { kind: 'weather', op: 'upsert', id: 'x', value: 1 },
    ],
  })
  world.last().say({ type: 'output', run_id: 'r2', step_id: 'a', offset: 0, text: 'hello' })
  assert.deepEqual(heard, ['fresh', 'run r', 'run r2', 'step a', 'output hello'])
  assert.deepEqual([strands.all(), loadErrors.get()], [[], []])
  end()
})
