// What a person says to items of the inbox, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import type { InboxItem, InboxMark } from '../contract.ts'
import { minute, sampleItem, seen, snoozed } from '../core/sample-item.testkit.ts'
import { cardsInNeed } from './cards-in-need.ts'
import { inboxFollower, inboxItems, needCount, needsTold } from './inbox-store.ts'
import { markItems } from './mark.ts'

const { sent, answers } = scriptedService
const one = sampleItem({ id: 'session:a' })
const other = sampleItem({ id: 'task:b', mark: snoozed(minute(60)) })
const marked = (items: readonly InboxItem[], mark: InboxMark | null) => ({
  body: { items: items.map((item) => ({ ...item, mark })), left: [] },
})
const titles = () => toasts.get().map(({ title }) => title)
const markOf = (id: string) => inboxItems.get(id)?.mark?.kind ?? null

beforeEach(() => {
  scriptedService.clear()
  inboxItems.replaceAll([one, other])
  for (const { id } of toasts.get()) dismissToast(id)
})

test('a mark is shown at once, and Undo gives each item back what it had', async () => {
  answers.push(marked([one, other], seen))
  const marking = markItems([one, other], { mark: 'seen' }, { title: 'Seen' })
  assert.deepEqual([markOf('session:a'), markOf('task:b')], ['seen', 'seen'])
  await marking
  assert.deepEqual(titles(), ['Seen'])
  answers.push(marked([one], null), marked([other], snoozed(minute(60))))
  await undo()
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { items: [one, other].map(({ id, moment }) => ({ id, moment })), mark: 'seen' },
      { items: [{ id: one.id, moment: one.moment }], mark: 'none' },
      { items: [{ id: other.id, moment: other.moment }], mark: 'snoozed', until: minute(60) },
    ],
  )
  assert.deepEqual([markOf('session:a'), markOf('task:b')], [null, 'snoozed'])
})

test('a refused mark snaps back, and the reason is said', async () => {
  answers.push(refused)
  await markItems([one], { mark: 'snoozed', until: minute(5) }, { title: 'Snoozed' })
  assert.deepEqual([markOf('session:a'), titles()], [null, ['Not changed: it is over.']])
})

test('where none of them could be marked, the first reason is said', async () => {
  answers.push({ body: { items: [], left: [{ id: one.id, reason: 'It is about another moment.' }] } })
  await markItems([one], { mark: 'seen' }, { title: 'Seen' })
  assert.deepEqual(titles(), ['Not changed: it is about another moment.'])
  await markItems([], { mark: 'seen' }, { title: 'Seen' })
  assert.equal(sent.length, 1, 'of nothing nobody is told')
})

test('what happened again meanwhile does not look marked', async () => {
  inboxItems.apply([{ id: one.id, value: { ...one, moment: minute(5) } }])
  answers.push(marked([], null))
  const marking = markItems([one], { mark: 'seen' }, { title: 'Seen' })
  assert.equal(markOf('session:a'), null)
  await marking
})

test('counts and the order of cards follow the items', () => {
  const waiting = sampleItem({ id: 'session:w', kind: 'needs_you' })
  const run = sampleItem({ id: 'run:r' })
  inboxItems.replaceAll([run, one, waiting, { ...other, mark: null }])
  assert.equal(needCount.get(), 1)
  assert.equal(needsTold.get().waiting, 1)
  assert.deepEqual(
    cardsInNeed().map(({ type, id }) => `${type}:${id}`),
    ['session:w', 'session:a', 'task:b'],
  )
})

test('without a feed all pages are read, and a refusal ends that', async () => {
  answers.push({ body: { items: [one], next_cursor: 'c1' } }, { body: { items: [other], next_cursor: null } })
  const read = await inboxFollower.read?.()
  assert.ok(read?.ok)
  inboxItems.replaceAll([])
  read.value()
  assert.deepEqual([markOf('task:b'), inboxItems.get('session:a')?.id], ['snoozed', 'session:a'])
  assert.match(sent[1]?.asked ?? '', /cursor=c1/)
  answers.push(refused)
  assert.equal((await inboxFollower.read?.())?.ok, false)
})
