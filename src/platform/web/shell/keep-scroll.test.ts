import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { keepScroll } from './keep-scroll.ts'

/** What the browser would call when sizes or rows change. */
const watching = new Set<FakeObserver>()
class FakeObserver {
  readonly #tell: () => void
  constructor(tell: () => void) {
    this.#tell = tell
  }
  observe(): void {
    watching.add(this)
  }
  disconnect(): void {
    watching.delete(this)
  }
  tell(): void {
    this.#tell()
  }
}
Object.assign(globalThis, { ResizeObserver: FakeObserver, MutationObserver: FakeObserver })

/** A list that scrolls as far as its content reaches. */
class FakeList extends EventTarget {
  readonly children = [{}]
  scrollTop = 0
  most: number
  constructor(most: number) {
    super()
    this.most = most
  }
  scrollTo({ top }: { readonly top: number }): void {
    const to = Math.min(top, this.most)
    if (to === this.scrollTop) return
    this.scrollTop = to
    this.dispatchEvent(new Event('scrollend'))
  }
  grow(most: number): void {
    this.most = most
    for (const one of watching) one.tell()
  }
}

function open(most: number, top: number) {
  const list = new FakeList(most)
  const kept: number[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of an element
  const stop = keepScroll(list as unknown as HTMLElement, { top, keep: (at) => void kept.push(at) })
  return { list, kept, stop }
}

beforeEach(() => watching.clear())

test('a list that grows in turns is scrolled on until it is where it was, and keeps nothing before', () => {
  const { list, kept, stop } = open(50, 200)
  assert.deepEqual([list.scrollTop, kept], [50, []])
  list.grow(120)
  assert.deepEqual([list.scrollTop, kept], [120, []])
  list.grow(900)
  assert.equal(list.scrollTop, 200)
  assert.equal(watching.size, 0)
  list.scrollTo({ top: 300 })
  assert.equal(kept.at(-1), 300)
  stop()
  list.scrollTo({ top: 10 })
  assert.equal(kept.at(-1), 300, 'it is over')
})

test('who scrolls meanwhile has the last word', () => {
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    const { list, kept, stop } = open(50, 200)
    list.dispatchEvent(new Event(name))
    list.grow(900)
    assert.equal(list.scrollTop, 50, name)
    list.scrollTo({ top: 20 })
    assert.deepEqual(kept, [20], name)
    stop()
  }
})

test('what grows much later is something else', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { list, stop } = open(50, 200)
  t.mock.timers.tick(10_000)
  list.grow(900)
  assert.deepEqual([list.scrollTop, watching.size], [50, 0])
  stop()
})

test('a list that is new stays at its top, and keeps where it is scrolled to', () => {
  const { list, kept, stop } = open(900, 0)
  assert.deepEqual([list.scrollTop, watching.size], [0, 0])
  list.scrollTo({ top: 40 })
  assert.deepEqual(kept, [40])
  stop()
})
