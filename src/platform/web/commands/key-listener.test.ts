import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openModals } from '../ui/modals.ts'
import { dropHeldKeys, partsOnTheirWay } from './held-keys.ts'
import { createKeyListener } from './key-listener.ts'
import { closeCommandOverlay, commandOverlay, openPalette, typedAhead } from './palette-state.ts'
import { registerCommands, type Command } from './registry.ts'

/** Stands for an element of the page; `writes` where a person writes in it. */
class FakeElement {
  isConnected = true
  readonly writes: boolean
  constructor(writes: boolean) {
    this.writes = writes
  }
  closest(): this | null {
    return this.writes ? this : null
  }
}
Object.assign(globalThis, { Element: FakeElement })

const ran: string[] = []
const command = (id: string, keys: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Page',
  keys,
  run: () => void ran.push(id),
  ...more,
})
registerCommands([
  command('board', 'g b'),
  command('strands', 'g w'),
  command('next', 'j'),
  command('palette', 'mod+k', { whileTyping: true }),
  command('all', 'mod+a'),
  { id: 'no key', title: 'no key', group: 'Page', run: () => assert.fail() },
])

type Press = Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'isComposing'>> & {
  readonly atMs?: number
  readonly isWriting?: boolean
  readonly target?: FakeElement
}

/** A listener, and how to press keys on it; a press answers whether the browser was kept from its own meaning. */
function keyboard() {
  const listen = createKeyListener()
  let atMs = 0
  return (key: string, { atMs: at, isWriting = false, ...held }: Press = {}): boolean => {
    atMs = at ?? atMs + 100
    let isPrevented = false
    const event = {
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      defaultPrevented: false,
      isComposing: false,
      timeStamp: atMs,
      target: new FakeElement(isWriting),
      preventDefault: () => (isPrevented = true),
      ...held,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the listener reads of an event
    listen(event as unknown as KeyboardEvent)
    return isPrevented
  }
}

beforeEach(() => {
  ran.length = 0
  openModals.set(0)
  closeCommandOverlay()
})

test('a key runs its command and nothing of the browser; others are left to it', () => {
  const press = keyboard()
  assert.deepEqual(
    [press('j'), press('y'), press('k', { ctrlKey: true }), press('k', { metaKey: true })],
    [true, false, true, true],
  )
  assert.deepEqual(ran, ['next', 'palette', 'palette'])
})

test('what is shown has a key before what is everywhere, whichever was registered last', () => {
  // Also where the same is offered everywhere without a key.
  const { keys: _, ...keyless } = command('of the page', 'r')
  const offered = registerCommands([keyless], 'everywhere')
  const page = registerCommands([command('of the page', 'r')])
  const host = registerCommands([command('everywhere', 'r')], 'everywhere')
  const press = keyboard()
  press('r')
  assert.deepEqual(ran, ['of the page'])
  page()
  press('r')
  assert.deepEqual(ran, ['of the page', 'everywhere'])
  host()
  offered()
  assert.equal(press('r'), false)
})

test('two keys in a row run theirs, and only soon after each other', () => {
  const press = keyboard()
  press('g')
  press('b')
  assert.deepEqual(ran, ['board'])
  press('g', { atMs: 10_000 })
  press('w', { atMs: 11_200 })
  press('g', { atMs: 20_000 })
  press('w', { atMs: 21_201 })
  assert.deepEqual(ran, ['board', 'strands'])
})

test('a second key that continues nothing counts by itself', () => {
  const press = keyboard()
  press('g')
  press('j')
  press('g')
  press('Shift')
  press('b')
  assert.deepEqual(ran, ['next', 'board'])
})

test('who writes is left alone, but for what is meant to run meanwhile', () => {
  const press = keyboard()
  const isWriting = true
  press('j', { isWriting })
  press('a', { isWriting, ctrlKey: true })
  press('k', { isWriting, ctrlKey: true })
  assert.deepEqual(ran, ['palette'])
})

test('under a dialog, amid a word of an input method and after somebody else took the key nothing runs', () => {
  const press = keyboard()
  press('j', { isComposing: true })
  press('j', { defaultPrevented: true })
  openModals.set(1)
  press('j')
  press('k', { ctrlKey: true })
  assert.deepEqual(ran, [])
})

test('what is typed before the palette is there goes to the palette, and runs no command', () => {
  const press = keyboard()
  openPalette()
  for (const key of 'jjX') assert.equal(press(key), true, key)
  assert.equal(press('Backspace'), true)
  assert.equal(press('j', { isWriting: true }), true, 'a field that has the focus is not written in')
  assert.equal(press('Enter'), true)
  assert.equal(press('Tab'), false)
  assert.equal(press('a', { ctrlKey: true }), false)
  openPalette()
  assert.deepEqual([typedAhead.get(), ran], ['jjj', []])
  // Its field is there, and listens for itself.
  openModals.set(1)
  assert.equal(press('j'), false)
  assert.equal(typedAhead.get(), 'jjj')
})

test('what is typed before a part is there that opens over the page runs no command, and nothing of the browser', () => {
  const press = keyboard()
  partsOnTheirWay.set(1)
  assert.deepEqual([press('j', { isWriting: true }), press('k', { ctrlKey: true }), press('j')], [false, true, true])
  assert.deepEqual(ran, ['palette'])
  partsOnTheirWay.set(0)
  assert.equal(press('a', { isWriting: true }), true, 'it would overtake those that were held')
  dropHeldKeys()
  press('j')
  assert.deepEqual(ran, ['palette', 'next'])
})

test('Escape takes a palette back that is not there yet, and keys are commands again', () => {
  const press = keyboard()
  openPalette()
  press('j')
  assert.equal(press('Escape'), true)
  assert.deepEqual([commandOverlay.get(), typedAhead.get()], [null, null])
  press('j')
  assert.deepEqual(ran, ['next'])
})

test('who writes on after the field went away presses no key of the page', () => {
  const press = keyboard()
  const target = new FakeElement(true)
  press('a', { atMs: 100, target })
  target.isConnected = false
  press('j', { atMs: 300 })
  press('j', { atMs: 1700 })
  assert.deepEqual(ran, [])
  press('j', { atMs: 3300 })
  assert.deepEqual(ran, ['next'])
})

test('a key right after Enter closed a form is a key of the page', () => {
  const press = keyboard()
  const target = new FakeElement(true)
  press('a', { atMs: 100, target })
  press('Enter', { atMs: 200, target })
  target.isConnected = false
  press('j', { atMs: 300 })
  assert.deepEqual(ran, ['next'])
})

test('a key right after Enter chose in the palette, which keeps Enter to itself, is a key of the page', () => {
  const press = keyboard()
  const target = new FakeElement(true)
  press('a', { atMs: 100, target })
  press('Enter', { atMs: 200, target, defaultPrevented: true })
  target.isConnected = false
  press('g', { atMs: 300 })
  press('b', { atMs: 400 })
  assert.deepEqual(ran, ['board'])
})
