import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickApproval } from './pick.ts'

const one = { id: 'aa1', session_id: 's1', session_label: 'Port the CI' }
const two = { id: 'aa2', session_id: 's2', session_label: 'Port' }
const both = [one, two]

const picks: [string, readonly (typeof one)[], string | null, readonly string[]][] = [
  ['the only one without a word', [one], null, ['aa1']],
  ['several without a word', both, null, ['aa1', 'aa2']],
  ['an id', both, 'aa2', ['aa2']],
  ['the beginning of two ids', both, 'aa', ['aa1', 'aa2']],
  ['a session', both, 's1', ['aa1']],
  ['a whole name before the beginning of another', both, 'Port', ['aa2']],
  ['the beginning of a name in small letters', both, 'port the', ['aa1']],
  ['what nobody is called', both, 'x', []],
  ['nothing open', [], null, []],
]

for (const [name, open, typed, ids] of picks) {
  test(`${name} means ${ids.length === 0 ? 'nothing' : ids.join(' or ')}`, () => {
    const picked = pickApproval(open, typed)
    assert.deepEqual(picked.ok ? [picked.value.id] : picked.error.map(({ id }) => id), ids)
    assert.equal(picked.ok, ids.length === 1)
  })
}
