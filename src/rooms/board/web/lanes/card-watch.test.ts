import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CardWatch, type CardSize } from './card-watch.ts'

/** What the browser would tell of. */
const observers: FakeObserver[] = []
class FakeObserver {
  readonly observed = new Set<FakeCard>()
  readonly #tell: (entries: readonly object[]) => void
  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell
    observers.push(this)
  }
  observe(item: FakeCard): void {
    this.observed.add(item)
  }
  unobserve(item: FakeCard): void {
    this.observed.delete(item)
  }
  tell(...items: readonly FakeCard[]): void {
    this.#tell(items.map((target) => ({ target, borderBoxSize: [{ blockSize: target.exactHeight }] })))
  }
}
Object.assign(globalThis, { ResizeObserver: FakeObserver })

/** A drawn card; asking it for its height would make a browser lay the page out. */
class FakeCard {
  readonly #key: string
  readonly exactHeight: number
  isConnected = true
  asked = 0
  constructor(key: string, exactHeight: number) {
    this.#key = key
    this.exactHeight = exactHeight
  }
  get offsetHeight(): number {
    this.asked += 1
    return Math.round(this.exactHeight)
  }
  getAttribute(name: string): string | null {
    return name === 'data-place' ? this.#key : null
  }
}

beforeEach(() => observers.splice(0))

function setUp() {
  const told: (readonly CardSize[])[] = []
  const known = new Set<string>()
  const watch = new CardWatch((sizes) => void told.push(sizes))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of an element
  const add = (card: FakeCard) => watch.add(card as unknown as HTMLElement)
  let widthChanged = false
  let widthAsked = 0
  const fresh = () =>
    watch.takeFresh({
      isKnown: (key) => known.has(key),
      hasForgotten() {
        widthAsked += 1
        if (widthChanged) known.clear()
        return widthChanged
      },
    })
  return {
    watch,
    told,
    known,
    add,
    fresh,
    widen: () => void (widthChanged = true),
    widthAsked: () => widthAsked,
  }
}

test('a new card is measured once, before it is seen, and a known one is not asked at all', () => {
  const at = setUp()
  assert.equal(at.fresh(), null)
  assert.equal(at.widthAsked(), 0, 'a change without a new card asks for nothing')
  const [a, b] = [new FakeCard('a', 99.6), new FakeCard('b', 60)]
  at.known.add('b')
  at.add(a)
  at.add(b)
  assert.deepEqual(at.fresh(), [{ key: 'a', height: 100 }])
  assert.deepEqual([a.asked, b.asked, at.fresh()], [1, 0, null])
  at.add(new FakeCard('c', 50))
  assert.deepEqual(at.fresh(), [{ key: 'c', height: 50 }])
  assert.deepEqual([a.asked, at.widthAsked()], [1, 1])
})

test('what the browser finds changed is told, in whole pixels, but of cards that are in the page', () => {
  const at = setUp()
  const [a, b] = [new FakeCard('a', 99.6), new FakeCard('b', 60)]
  at.add(a)
  const stop = at.add(b)
  assert.equal(observers.length, 1, 'one for all cards')
  b.isConnected = false
  observers[0]?.tell(a, b)
  assert.deepEqual(at.told, [[{ key: 'a', height: 100 }]])
  stop()
  assert.deepEqual([...(observers[0]?.observed ?? [])], [a])
})

test('a card that goes before it was measured is not asked', () => {
  const at = setUp()
  const card = new FakeCard('a', 80)
  at.add(card)()
  assert.deepEqual([at.fresh(), card.asked], [null, 0])
})

test('in columns of another width all drawn cards are measured again, of the same width only what is not known', () => {
  const at = setUp()
  const [a, gone] = [new FakeCard('a', 80), new FakeCard('gone', 70)]
  at.add(a)
  const leave = at.add(gone)
  at.fresh()
  for (const key of ['a', 'gone']) at.known.add(key)
  leave()
  at.watch.measureAgain()
  assert.deepEqual(at.fresh(), [], 'the columns are as wide as they were')
  at.widen()
  at.watch.measureAgain()
  assert.deepEqual(at.fresh(), [{ key: 'a', height: 80 }])
  assert.deepEqual([a.asked, gone.asked], [2, 1])
})

test('a card that comes as the width changes brings the others along', () => {
  const at = setUp()
  at.add(new FakeCard('a', 80))
  at.fresh()
  at.known.add('a')
  at.watch.measureAgain()
  at.widen()
  at.add(new FakeCard('b', 60))
  assert.deepEqual(at.fresh(), [
    { key: 'a', height: 80 },
    { key: 'b', height: 60 },
  ])
})
