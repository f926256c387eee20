import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok, type Result } from '#base/result.ts'
import { createAsking } from './asking.ts'
import { refusedHere } from '../ui/sending.ts'
import { unreachable, type Problem } from './problem.ts'

/** Questions that the test answers, in the order it wants. */
function opened() {
  const asking = createAsking<string>()
  const ask = () => {
    let answer: (result: Result<string, Problem>) => void = () => {}
    const asked = asking.ask(() => new Promise((resolve) => (answer = resolve)))
    return async (result: Result<string, Problem>) => {
      answer(result)
      await asked
    }
  }
  return { asking, ask, shown: () => asking.state.get() }
}

test('an answer is shown, and the next one in its place', async () => {
  const { ask, shown } = opened()
  assert.deepEqual(shown(), { kind: 'loading' })
  await ask()(ok('one'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'one' })
  await ask()(ok('two'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'two' })
})

test('an older answer is never shown over a newer one', async () => {
  const { ask, shown } = opened()
  const first = ask()
  const second = ask()
  await second(ok('newer'))
  await first(ok('older'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'newer' })
})

test('what changes faster than answers come is still shown: each answer that is newer than the last', async () => {
  const { ask, shown } = opened()
  const first = ask()
  const second = ask()
  await first(ok('one'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'one' })
  await second(ok('two'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'two' })
})

test('an answer about something else is not shown', async () => {
  const { asking, ask, shown } = opened()
  const first = ask()
  asking.forget()
  const second = ask()
  await first(ok('about the other'))
  assert.deepEqual(shown(), { kind: 'loading' })
  await second(ok('about this'))
  assert.deepEqual(shown(), { kind: 'ready', value: 'about this' })
})

test('a refusal takes the place of what was known, a missing answer does not', async () => {
  const { ask, shown } = opened()
  await ask()(err(unreachable))
  assert.deepEqual(shown(), { kind: 'refused', problem: unreachable })
  await ask()(ok('known'))
  await ask()(err(unreachable))
  assert.deepEqual(shown(), { kind: 'ready', value: 'known' })
  const gone = refusedHere('It is gone.')
  await ask()(err(gone))
  assert.deepEqual(shown(), { kind: 'refused', problem: gone })
  await ask()(err(unreachable))
  assert.deepEqual(shown(), { kind: 'refused', problem: unreachable })
})
