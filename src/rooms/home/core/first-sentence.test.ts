import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HomeStep } from '../contract.ts'
import { firstSentence } from './first-sentence.ts'

const step = (id: string, done: boolean, fields: Partial<HomeStep> = {}): HomeStep => ({
  id,
  title: id,
  text: '',
  command: `orrery ${id}`,
  choices: [],
  done,
  note: null,
  ...fields,
})
const steps = (...done: readonly string[]) => ['launch', 'hooks', 'tasks'].map((id) => step(id, done.includes(id)))
const nothing = { needs: 0, toSee: 0, running: 0, waiting: 0, cards: 0 }

test('the sentence leads through the first steps, and then says how things stand', () => {
  const missing = [step('launch', false, { command: null, note: 'waits for tmux' }), ...steps().slice(1)]
  const rows: [string, Parameters<typeof firstSentence>, string | null][] = [
    ['fresh', [nothing, steps()], 'Nothing runs yet. Three steps; the first takes a minute.'],
    ['missing', [nothing, missing], 'Nothing runs yet. An agent waits for tmux.'],
    ['one done', [nothing, steps('hooks')], 'Nothing runs yet. Two steps are left, in any order.'],
    [
      'works',
      [{ ...nothing, cards: 1, running: 1 }, steps('launch')],
      'Your first agent works. It needs nothing from you.',
    ],
    [
      'done',
      [{ ...nothing, cards: 1 }, steps('launch')],
      'Your first agent is done. Two steps are left, in any order.',
    ],
    ['last one', [{ ...nothing, cards: 1 }, steps('launch', 'hooks')], 'Your first agent is done. One step is left.'],
    ['asks', [{ ...nothing, cards: 1, needs: 1 }, steps('launch')], null],
    ['a first task', [{ ...nothing, cards: 1 }, steps('tasks')], null],
    ['a second agent', [{ ...nothing, cards: 2, running: 1 }, steps('launch')], null],
    ['all done', [nothing, steps('launch', 'hooks', 'tasks')], null],
    ['a board in use', [{ ...nothing, cards: 40 }, steps('launch', 'tasks')], null],
  ]
  for (const [what, given, expected] of rows) {
    const said = firstSentence(...given)
    assert.equal(said === null ? null : `${said.call} ${said.rest}`, expected, what)
  }
})
