import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardPromptLimit, type Session } from '../contract.ts'
import { listed, listedPrompts } from './list.ts'

const session = (id: string, length: number): Session => ({ id, prompt: 'x'.repeat(length) }) as Session

test('prompts are whole while they fit together, and cut after that', () => {
  const half = listedPrompts / 2
  const list = listed([session('a', half), session('b', half), session('c', half), session('d', 0)])
  assert.deepEqual(
    list.map(({ id, prompt }) => [id, prompt.length <= cardPromptLimit + 1]),
    [
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', true],
    ],
  )
  assert.deepEqual(
    list.map((one) => 'prompt_cut' in one && one.prompt_cut),
    [false, false, true, false],
  )
})

test('a list of very many large prompts stays small', () => {
  const list = listed(Array.from({ length: 1000 }, (_, n) => session(`s${n}`, 1_000_000)))
  assert.equal(list.length, 1000)
  assert.ok(JSON.stringify(list).length < 2 * listedPrompts + 1000 * 2000)
})
