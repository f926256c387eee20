import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { job, step, testKinds } from '../cards/kinds.testkit.ts'
import { dropOf, moveCard } from './move-card.ts'

async function board() {
  const { put, plan, ...rest } = testKinds()
  put(job('a'), job('idle', { state: 'idle' }), job('on-T', { plan: 'T' }))
  plan(step('T'), step('U'))
  await Promise.all(rest.kinds.all.map((kind) => kind.loadDrops()))
  return { put, plan, ...rest }
}

const said = () => toasts.get().map(({ title }) => title)
beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id)
})

test('a card is dropped as its kind says, with the lane where lanes play a part', async () => {
  const { kinds, told } = await board()
  moveCard(kinds, 'a', { column: 'review' })
  moveCard(kinds, 'a', { column: 'queued', lane: 'E' })
  moveCard(kinds, 'step:T', { column: 'active' })
  assert.deepEqual(told, ['job a to review', 'job a to queued in E', 'step T to active'])
  assert.equal(dropOf(kinds, 'a', { column: 'review' }).text, 'job a to review')
})

test('a card that stays, or that is let go beside every column, is left alone', async () => {
  const { kinds, told } = await board()
  moveCard(kinds, 'step:T', { column: 'queued' })
  moveCard(kinds, 'a', null)
  assert.deepEqual([told, said()], [[], []])
})

test('a card that is gone says so by the name of its kind, wherever it is let go', async () => {
  const { kinds } = await board()
  moveCard(kinds, 'gone', { column: 'review' })
  moveCard(kinds, 'step:gone', null)
  assert.deepEqual(said().toSorted(), ['Not moved: the job is gone.', 'Not moved: the step is gone.'])
  assert.deepEqual(dropOf(kinds, 'gone', { column: 'review' }), { kind: 'refused', text: 'This job is gone' })
})

const links: [string, string, string, string | null][] = [
  ['what can wait, onto a task', 'idle', 'step:T', 'job idle after T'],
  ['what can wait, onto one that works on a task', 'idle', 'on-T', 'job idle after T'],
  ['a task, onto what can wait', 'step:U', 'idle', 'job idle after U'],
  ['what cannot wait, onto a task', 'a', 'step:T', null],
  ['what cannot wait, onto what can', 'a', 'idle', null],
  ['a task, onto a task', 'step:T', 'step:U', null],
  ['a card, onto itself', 'idle', 'idle', null],
  ['a card, onto one that is gone', 'idle', 'step:gone', null],
]
for (const [what, key, onto, link] of links) {
  test(`${what}: ${link ?? 'means the column'}`, async () => {
    const { kinds, told } = await board()
    const drop = dropOf(kinds, key, { column: 'review', card: onto })
    drop.run?.()
    if (link === null) assert.match(told[0] ?? 'stays', / to review|stays/)
    else assert.deepEqual(told, [link])
  })
}

test('a link that is no longer one is told, and nothing is moved instead', async () => {
  const { kinds, told } = await board()
  moveCard(kinds, 'idle', { column: 'review', card: 'step:gone' })
  moveCard(kinds, 'idle', { column: 'review', card: 'a' })
  assert.deepEqual(told, [])
  assert.deepEqual(said().toSorted(), ['No task.', 'Not linked: one of the two cards is gone.'])
})
