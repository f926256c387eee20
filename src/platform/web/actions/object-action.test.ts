import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Square } from 'lucide-react'
import { bindActions, type ObjectAction } from './object-action.ts'

type Lamp = { readonly id: string; readonly isOn: boolean }
const told: string[] = []
const face = { icon: Square, group: 'act' } as const
const actions: readonly ObjectAction<Lamp>[] = [
  {
    ...face,
    id: 'off',
    label: 'Switch off',
    how: 'tell',
    fits: ({ isOn }) => isOn,
    run: (lamps) => told.push(names(lamps)),
  },
  { ...face, id: 'open', label: 'Open', how: 'open', fits: () => true, run: ({ id }) => told.push(`open ${id}`) },
]
const names = (lamps: readonly Lamp[]) => lamps.map(({ id }) => id).join(' ')
const [on, off, other]: readonly [Lamp, Lamp, Lamp] = [
  { id: 'on', isOn: true },
  { id: 'off', isOn: false },
  { id: 'other', isOn: true },
]
const idsOf = (lamps: readonly Lamp[]) => bindActions(actions, lamps).map(({ id, ids }) => `${id}: ${ids.join(' ')}`)

test('each action is for those that it fits; what opens something is for one', () => {
  assert.deepEqual(idsOf([on, off, other]), ['off: on other'])
  assert.deepEqual(idsOf([on]), ['off: on', 'open: on'])
  assert.deepEqual(idsOf([off]), ['open: off'])
  assert.deepEqual(idsOf([]), [])
})

test('it runs on those alone', () => {
  const [action] = bindActions(actions, [on, off, other])
  if (action?.how === 'tell') action.run()
  assert.deepEqual(told, ['on other'])
})

test('a question stands before what has one: no is nothing, and only those that were meant are done', async () => {
  const done: string[] = []
  let answer: readonly Lamp[] = []
  const asking: ObjectAction<Lamp> = {
    ...face,
    id: 'break',
    label: 'Break',
    how: 'do',
    verb: 'broken',
    tone: 'failed',
    fits: () => true,
    ask: async () => answer,
    async run(lamps) {
      done.push(names(lamps))
      return { done: [], refused: [], undo: null }
    },
  }
  const [action] = bindActions([asking], [on, off])
  assert.ok(action?.how === 'do' && action.asks)
  const anchor = {} as Element
  let begun = 0
  const run = () =>
    action.run(
      () => anchor,
      () => (begun += 1),
    )
  assert.equal(await run(), null)
  assert.deepEqual([done, begun], [[], 0])
  answer = [off]
  await run()
  assert.deepEqual([done, begun], [['off'], 1])
})
