import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { closeToastOf, dismissToast, toast, toasts, toastWithUndo, undoStack } from './toasts.ts'

const titles = () => toasts.get().map(({ title }) => title)

beforeEach(() => {
  toasts.set([])
})

test('the newest stands last, and no more than three cover the page', () => {
  for (const title of ['one', 'two', 'three', 'four']) toast({ tone: 'idle', title })
  assert.deepEqual(titles(), ['two', 'three', 'four'])
})

test('a toast is taken away early by who showed it, once or twice, and by its id', () => {
  const takeAway = toast({ tone: 'idle', title: 'one' })
  toast({ tone: 'idle', title: 'two' })
  takeAway()
  takeAway()
  assert.deepEqual(titles(), ['two'])
  dismissToast(toasts.get()[0]?.id ?? -1)
  assert.deepEqual(titles(), [])
})

test('without more it has no text and no action, and stays long enough to be read', () => {
  toast({ tone: 'failed', title: 'Not stopped' })
  const { text, action, undoId, lastsMs } = toasts.get()[0] ?? assert.fail()
  assert.deepEqual([text, action, undoId, lastsMs], [null, null, null, 5000])
})

test('what can be undone is shown for longer, and is on the list of what can be undone', () => {
  toastWithUndo({ tone: 'idle', title: 'Moved' }, () => null)
  const { undoId, lastsMs } = toasts.get()[0] ?? assert.fail()
  assert.ok(undoId !== null && lastsMs > 5000)
  closeToastOf(undoId)
  assert.deepEqual(titles(), [])
  assert.notEqual(undoStack.take(undoId), null)
})

test('ending what can be undone ends its toast and takes it off the list', () => {
  const end = toastWithUndo({ tone: 'idle', title: 'Dismissed' }, () => null)
  const undoId = toasts.get()[0]?.undoId ?? assert.fail()
  end()
  assert.deepEqual(titles(), [])
  assert.equal(undoStack.take(undoId) ?? null, null)
})
