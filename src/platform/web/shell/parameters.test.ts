import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAddress } from './address.testkit.ts'
import { setParameters } from './parameters.ts'

test('parameters are set beside the others, an empty one goes, and no step is added', () => {
  const { href, length } = openAddress('/board?q=old&task=T-1')
  setParameters({ q: 'two words', type: 'epic' })
  assert.equal(href(), '/board?q=two+words&task=T-1&type=epic')
  setParameters({ q: '', type: '', task: '' })
  assert.deepEqual([href(), length()], ['/board', 1])
})

test('what a step of the history remembers stays with it', () => {
  openAddress('/board')
  history.pushState({ hasPanel: true }, '', '/board?session=s1')
  setParameters({ q: 'x' })
  assert.deepEqual(history.state, { hasPanel: true })
})
