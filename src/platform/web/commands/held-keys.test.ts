import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dropHeldKeys, holdKey, partsOnTheirWay, pressHeldKeys } from './held-keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, more: Partial<typeof plain> = {}) => holdKey({ key, ...plain, ...more })
const atOnce = (next: () => void) => next()
function pressed(): string {
  const keys: string[] = []
  pressHeldKeys((key) => keys.push(key), atOnce)
  return keys.join(' ')
}

beforeEach(() => {
  dropHeldKeys()
  partsOnTheirWay.set(0)
})

test('keys are held while a part is on its way, and pressed once, in their order', () => {
  assert.equal(press('/'), false, 'nothing is on its way')
  partsOnTheirWay.set(1)
  for (const key of ['/', 'a', 'Backspace', 'Escape']) assert.equal(press(key), true, key)
  assert.equal(pressed(), '', 'it is not there yet')
  partsOnTheirWay.set(0)
  assert.deepEqual([pressed(), pressed()], ['/ a Backspace Escape', ''])
})

test('a key that comes before those that were held were pressed follows them', () => {
  partsOnTheirWay.set(1)
  press('/')
  partsOnTheirWay.set(0)
  assert.equal(press('a'), true)
  assert.equal(pressed(), '/ a')
  assert.equal(press('b'), false)
})

test('what is of the browser is left to it', () => {
  partsOnTheirWay.set(1)
  assert.deepEqual(
    [press('Tab'), press('r', { ctrlKey: true }), press('F5'), press('Shift')],
    [false, false, false, false],
  )
})

test('a key that calls another part keeps those that follow for that one', () => {
  partsOnTheirWay.set(1)
  for (const key of 'xcv') press(key)
  partsOnTheirWay.set(0)
  const reached: string[] = []
  pressHeldKeys((key) => {
    assert.equal(press(key), false, 'it is pressed and not held again')
    reached.push(key)
    if (key === 'x') partsOnTheirWay.set(1)
  }, atOnce)
  assert.deepEqual(reached, ['x'])
  partsOnTheirWay.set(0)
  assert.equal(pressed(), 'c v')
})

test('what was meant for a part that did not come is pressed nowhere', () => {
  partsOnTheirWay.set(1)
  press('j')
  dropHeldKeys()
  partsOnTheirWay.set(0)
  assert.equal(pressed(), '')
})
