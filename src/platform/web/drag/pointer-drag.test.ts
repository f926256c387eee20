// A drag from the first press to the drop, by what a pointer, a finger and a key do to a page.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { FakeElement, openFakePage } from '../../../testing/fake-page.testkit.ts'
import type { DragParts, Spot } from './drag-parts.ts'
import { longPressMs } from './drag.ts'

const { listenForDrags } = await import('./pointer-drag.ts')

type Where = 'left' | 'right'

/** A board with one card and two places, the right one from x = 200 on. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const page = openFakePage()
  const [host, card, button] = [new FakeElement(), new FakeElement(), new FakeElement()]
  const places = { left: new FakeElement(), right: new FakeElement() }
  card.dataset.key = 'job'
  button.isControl = true
  host.append(card)
  card.append(button)
  const said: string[] = []
  const spotAt: DragParts<Where>['spotAt'] = ({ x, y }) => {
    const target = x < 200 ? 'left' : 'right'
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of an element
    return y > 500 ? null : ({ target, element: places[target], coveredPx: 0 } as unknown as Spot<Where>)
  }
  const parts: DragParts<Where> = {
    spotAt,
    outlook: (_key, target) => ({ kind: 'move', text: `to ${target}` }),
    drop: (key, target) => void said.push(`drop ${key} ${target}`),
    press: (key) => void said.push(`press ${key}`),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of an element
  const stop = listenForDrags(host as unknown as HTMLElement, parts)
  t.after(stop)
  const pointer = { pointerId: 7, button: 0, isPrimary: true, pointerType: 'mouse' }
  /** `down` falls on the card, all else on the document, as where the pointer is by then. */
  const press = (type: string, [clientX, clientY]: readonly [number, number], more: object = {}): boolean =>
    page.happen(`pointer${type}`, { ...pointer, clientX, clientY, ...more }, type === 'down' ? card : null)
  const finger = { pointerType: 'touch' }
  const isLifted = (): boolean => page.document.body.classes.has('is-dragging')
  return { page, host, card, button, said, press, finger, isLifted, stop }
}

/** Whether a click still reaches what lies under it. */
const clicks = ({ page, card }: ReturnType<typeof setUp>): boolean => !page.happen('click', {}, card)

test('a card is lifted from five pixels on, shows where it would go, and is dropped there', (t) => {
  const at = setUp(t)
  at.press('down', [10, 10])
  at.press('move', [14, 10])
  assert.equal(at.isLifted(), false)
  at.press('move', [16, 10])
  assert.ok(at.isLifted() && at.card.classes.has('is-gap') && at.host.captured.has(7))
  at.press('move', [250, 10])
  const [, hint] = at.page.document.body.children
  assert.deepEqual([hint?.textContent, hint?.hidden], ['to right', false])
  at.press('up', [250, 10])
  assert.deepEqual(at.said, ['drop job right'])
  assert.deepEqual([at.isLifted(), at.page.document.body.children, [...at.host.captured]], [false, [], []])
  assert.equal(clicks(at), false, 'the click that ends a drag opens nothing')
  t.mock.timers.tick(0)
  assert.equal(clicks(at), true, 'and the next one does')
})

test('beside every place it is dropped nowhere, and a press alone is a click', (t) => {
  const at = setUp(t)
  at.press('down', [10, 10])
  at.press('move', [30, 600])
  at.press('up', [30, 600])
  assert.deepEqual(at.said, ['drop job null'])
  t.mock.timers.tick(0)
  at.press('down', [10, 10])
  at.press('up', [12, 10])
  assert.deepEqual(at.said, ['drop job null'])
  assert.equal(clicks(at), true)
})

test('what is touched for its own sake, another button and another finger drag nothing', (t) => {
  const at = setUp(t)
  at.page.happen('pointerdown', { pointerId: 7, button: 0, isPrimary: true, clientX: 1, clientY: 1 }, at.button)
  at.press('move', [90, 90])
  assert.equal(at.isLifted(), false)
  at.press('down', [10, 10], { button: 2 })
  at.press('move', [90, 90])
  assert.equal(at.isLifted(), false)
  at.press('down', [10, 10])
  at.press('move', [90, 90], { pointerId: 8 })
  assert.equal(at.isLifted(), false)
  at.press('move', [90, 90])
  at.press('up', [90, 90], { pointerId: 8 })
  assert.deepEqual([at.isLifted(), at.said], [true, []])
  at.press('down', [10, 10], { pointerId: 8, isPrimary: false })
  assert.deepEqual([at.isLifted(), at.said], [false, []], 'a second finger takes it back')
})

test('a finger scrolls unless it rests first; then it drags, or where it lifts again chooses', (t) => {
  const at = setUp(t)
  at.press('down', [10, 10], at.finger)
  at.press('move', [10, 40], at.finger)
  t.mock.timers.tick(longPressMs)
  assert.equal(at.isLifted(), false, 'it scrolled')
  at.press('up', [10, 40], at.finger)
  at.press('down', [10, 10], at.finger)
  t.mock.timers.tick(longPressMs - 1)
  assert.equal(at.isLifted(), false)
  t.mock.timers.tick(1)
  assert.equal(at.isLifted(), true)
  assert.equal(at.page.happen('contextmenu', {}, at.host), true, 'no menu of the link')
  assert.equal(at.page.happen('touchmove', {}, at.host), true, 'no scrolling under it')
  at.press('move', [15, 15], at.finger)
  at.press('up', [15, 15], at.finger)
  assert.deepEqual(at.said.splice(0), ['press job'])
  at.press('down', [10, 10], at.finger)
  t.mock.timers.tick(longPressMs)
  at.press('move', [250, 10], at.finger)
  at.press('up', [250, 10], at.finger)
  assert.deepEqual(at.said, ['drop job right'])
  assert.equal(at.page.happen('contextmenu', {}, at.host), false)
})

test('Escape, another tab, a taken pointer and the end of the page put it back', (t) => {
  const ends: ((at: ReturnType<typeof setUp>) => void)[] = [
    (at) => assert.equal(at.page.happen('keydown', { key: 'Escape' }), true),
    (at) => void at.page.happen('visibilitychange'),
    (at) => void at.press('cancel', [0, 0]),
    (at) => at.stop(),
  ]
  for (const end of ends) {
    const at = setUp(t)
    at.press('down', [10, 10])
    at.press('move', [90, 10])
    assert.equal(at.page.happen('keydown', { key: 'j' }), false)
    end(at)
    at.press('up', [90, 10])
    assert.deepEqual([at.isLifted(), at.said], [false, []])
    at.stop()
    t.mock.timers.reset()
  }
})

test('a list scrolls while a card is held near its edge, as long as that goes on', (t) => {
  const at = setUp(t)
  const list = new FakeElement()
  list.box = { left: 0, top: 0, width: 300, height: 300 }
  at.page.document.scrollers.push(list)
  at.press('down', [10, 150])
  at.press('move', [10, 160])
  const startMs = performance.now()
  at.page.frame(startMs + 100)
  assert.equal(list.scrollTop, 0, 'away from both edges')
  at.press('move', [10, 299])
  at.page.frame(startMs + 200)
  const scrolled = list.scrollTop
  assert.ok(scrolled > 0)
  at.press('up', [10, 299])
  at.page.frame(startMs + 300)
  assert.equal(list.scrollTop, scrolled)
})
