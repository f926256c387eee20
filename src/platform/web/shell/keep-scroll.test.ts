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
  /** Browsers scroll such a list back, tell of its size with the same frame, and of the end of scrolling after it. */
  shrink(most: number): void {
    this.scrollTop = Math.min(this.scrollTop, most)
    this.grow(most)
    this.dispatchEvent(new Event('scrollend'))
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

test('a list that grows in turns is scrolled on until it is where it was, and keeps nothing before', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { list, kept, stop } = open(50, 200)
  assert.deepEqual([list.scrollTop, kept], [50, []])
  list.grow(120)
  assert.deepEqual([list.scrollTop, kept], [120, []])
  list.grow(900)
  assert.equal(list.scrollTop, 200)
  t.mock.timers.tick(1000)
  assert.deepEqual([watching.size, kept], [0, []])
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
  t.mock.timers.tick(60_000)
  list.grow(900)
  assert.deepEqual([list.scrollTop, watching.size], [50, 0])
  stop()
})

test('a place that was reached is found again after rows gave way to lower ones, or grew above it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { list, kept, stop } = open(900, 200)
  t.mock.timers.tick(999)
  list.shrink(80)
  assert.deepEqual([list.scrollTop, kept], [80, []])
  t.mock.timers.tick(30_000)
  list.grow(900)
  assert.deepEqual([list.scrollTop, kept], [200, []])
  // As a browser does that keeps in view what stands there.
  list.scrollTop = 260
  list.grow(960)
  assert.deepEqual([list.scrollTop, kept], [200, []])
  t.mock.timers.tick(1000)
  assert.equal(watching.size, 0)
  stop()
})

test('who scrolls by none of these, as by a bar or a key of the page, is heard once the place was reached', () => {
  const { list, kept, stop } = open(900, 200)
  list.scrollTo({ top: 340 })
  assert.deepEqual([kept, watching.size], [[340], 0])
  list.grow(1200)
  assert.equal(list.scrollTop, 340)
  stop()
})

test('a list that is new stays at its top, and keeps where it is scrolled to', () => {
  const { list, kept, stop } = open(900, 0)
  assert.equal(list.scrollTop, 0)
  list.scrollTo({ top: 40 })
  assert.deepEqual(kept, [40])
  stop()
})
