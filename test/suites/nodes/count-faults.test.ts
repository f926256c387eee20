import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsIn } from './count-faults.ts'

const sound = ['begin there r a 1', 'end there r a 1', 'begin there r b 1', 'end there r b 1']

const cases: readonly (readonly [what: string, traces: readonly string[], status: string, counts: [number, number]])[] =
  [
    ['a run as it should be', sound, 'success', [0, 0]],
    ['a step in flight died with its node', ['begin there r a 1', 'kill there', ...sound], 'success', [0, 0]],
    ['another node died', ['begin there r a 1', 'kill here', ...sound], 'success', [0, 1]],
    ['a step twice on nodes that live', [sound[0]!, ...sound], 'success', [0, 1]],
    ['a finished step after a death', [...sound, 'kill there', 'begin there r a 2'], 'success', [0, 1]],
    ['a run that is not over', sound, 'not over', [1, 0]],
    ['a step that never ended', sound.slice(0, 3), 'success', [1, 0]],
  ]

test('what is lost and what is doubled is seen in the traces', () => {
  for (const [what, traces, status, counts] of cases) {
    const { lost, doubled } = faultsIn([{ id: 'r', strand: 'compute', status }], traces)
    assert.deepEqual([lost.length, doubled.length], counts, what)
  }
})
