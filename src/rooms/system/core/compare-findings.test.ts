import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FindingTold } from '../contract.ts'
import { compareFindings, differing } from './compare-findings.ts'

const found = (name: string, says: string, level: FindingTold['level'] = 'ok'): FindingTold => ({
  name,
  level,
  says,
  hints: [],
})

test('what both see is told once, what they see otherwise twice, the service first', () => {
  const service = [found('node', '24'), found('tmux', 'not installed', 'fail'), found('database', 'takes changes')]
  const command = [found('node', '24'), found('tmux', 'tmux 3.5'), found('build', 'older', 'warn')]
  const compared = compareFindings(service, command)
  assert.deepEqual(
    compared.map(({ name, says, seen_by: by }) => [name, says, by]),
    [
      ['node', '24', 'both'],
      ['tmux', 'not installed', 'service'],
      ['tmux', 'tmux 3.5', 'command'],
      ['database', 'takes changes', 'service'],
      ['build', 'older', 'command'],
    ],
  )
  assert.deepEqual([...differing(compared)], ['tmux'])
})

test('the same words at another level, or with another hint, are no agreement', () => {
  const one = found('disk', '12 MB', 'warn')
  const rows: FindingTold[] = [
    { ...one, level: 'fail' },
    { ...one, hints: ['Make room.'] },
    { ...one, says: '13 MB' },
  ]
  for (const other of rows) assert.equal(differing(compareFindings([one], [other])).size, 1)
  assert.equal(differing(compareFindings([one], [{ ...one }])).size, 0)
})
