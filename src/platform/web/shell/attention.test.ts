// The title and the icon of a tab, which tell what needs a person while the page is not looked at.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { leaveAttention, showAttention } from './attention.ts'

let href = '/favicon.svg'
let sets = 0
let idle: (() => void)[] = []
const icon = {
  getAttribute: () => href,
  setAttribute(_name: string, value: string) {
    href = value
    sets += 1
  },
}
const page = { title: '', visibilityState: 'visible', documentElement: {}, querySelector: () => icon }
Object.assign(globalThis, {
  document: page,
  getComputedStyle: () => ({ getPropertyValue: (name: string) => `colour of ${name}` }),
  requestIdleCallback: (run: () => void) => idle.push(run),
})

/** What stands on the icon of the installed page; null: nothing. */
let badge: number | null = null
Object.defineProperty(globalThis, 'navigator', {
  value: {
    setAppBadge: (count: number) => Promise.resolve((badge = count)),
    clearAppBadge: () => Promise.resolve((badge = null)),
  },
})

function rest(): void {
  const due = idle
  idle = []
  for (const run of due) run()
}

beforeEach((t) => {
  if (!('mock' in t)) throw new Error('no test')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  leaveAttention()
  page.title = ''
  page.visibilityState = 'visible'
  href = '/favicon.svg'
  sets = 0
  idle = []
})

test('a page is named at once, with who needs somebody before it and a mark in the icon', () => {
  showAttention(3, 'Board')
  assert.equal(page.title, '(3) Board · Orrery')
  assert.match(decodeURIComponent(href), />3<\/text>/)
  showAttention(120, 'Home')
  assert.equal(page.title, '(120) Home · Orrery')
  assert.match(decodeURIComponent(href), />99<\/text>/)
  showAttention(0, 'Strands')
  assert.deepEqual([page.title, href], ['Strands · Orrery', '/favicon.svg'])
})

test('the icon of the installed page bears the same count, and none while nobody is needed', () => {
  showAttention(3, 'Board')
  assert.equal(badge, 3)
  showAttention(0, 'Strands')
  assert.equal(badge, null)
})

test('of a storm of changes the last is told, once, when the browser has nothing to draw', (t) => {
  showAttention(0, 'Board')
  for (let count = 1; count <= 40; count++) showAttention(count, 'Board')
  t.mock.timers.tick(250)
  assert.equal(page.title, 'Board · Orrery', 'amid its work')
  rest()
  assert.deepEqual([page.title, sets], ['(40) Board · Orrery', 0])
  t.mock.timers.tick(2000)
  rest()
  assert.equal(sets, 1, 'the icon, which costs more')
  t.mock.timers.tick(5000)
  rest()
  assert.equal(sets, 1)
})

test('a tab in the background draws nothing, and has title and icon right after the shorter pause', (t) => {
  showAttention(0, 'Board')
  page.visibilityState = 'hidden'
  showAttention(2, 'Board')
  t.mock.timers.tick(250)
  assert.deepEqual([page.title, sets], ['(2) Board · Orrery', 1])
})

test('a page that names itself is not named by what waited', (t) => {
  showAttention(0, 'Board')
  showAttention(2, 'Board')
  t.mock.timers.tick(250)
  leaveAttention()
  page.title = 'Its own'
  rest()
  t.mock.timers.tick(1000)
  assert.equal(page.title, 'Its own')
})
