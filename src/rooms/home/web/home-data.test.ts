// What Home reads and when, in a browser that a test moves by hand, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourMs, minuteMs, secondMs, toIso } from '#base/time.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'

const kept = new Map<string, string>()
const page = { visibilityState: 'visible', listeners: new Set<() => void>() }
Object.assign(globalThis, {
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  },
  document: {
    get visibilityState() {
      return page.visibilityState
    },
    addEventListener: (_type: string, listener: () => void) => void page.listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void page.listeners.delete(listener),
  },
})
const { dropToken, keepToken } = await import('#platform/web/auth/token.ts')
const { followHome, home, isLooking, lookAgain, machine, refreshHome } = await import('./home-data.ts')

const startMs = Date.parse('2026-11-20T10:00:00.000Z')
const { sent, answers } = scriptedService
const asked = () => sent.map((one) => one.asked)

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: startMs })
  scriptedService.clear()
  kept.clear()
  page.visibilityState = 'visible'
  dropToken('t1')
  scriptedService.clear()
})

test('a browser that was here before asks what happened since, and a reload asks the same', async () => {
  await refreshHome()
  mock.timers.tick(2 * hourMs)
  await refreshHome()
  mock.timers.tick(minuteMs)
  await refreshHome()
  const since = encodeURIComponent(toIso(startMs))
  assert.deepEqual(asked(), ['GET /api/home', `GET /api/home?visited=${since}`, `GET /api/home?visited=${since}`])
})

test('what is known stays while the service refuses', async () => {
  answers.push({ body: { call: 'All is well.' } }, refused)
  await refreshHome()
  await refreshHome()
  assert.equal(home.get()?.call, 'All is well.')
})

test('the machine is told to who is signed in alone, and a person who asks is seen to wait', async () => {
  await lookAgain()
  assert.deepEqual([asked(), machine.get()], [[], null])
  keepToken('t1')
  answers.push({ body: { says: 'All well' } })
  const looking = lookAgain()
  assert.equal(isLooking.get(), true)
  await looking
  assert.deepEqual([isLooking.get(), machine.get()?.says], [false, 'All well'])
  assert.deepEqual(asked(), ['GET /api/home/machine?again=true'])
})

test('while it is shown it is read each minute and once for a burst of news; hidden, not at all', async () => {
  let tell = (): void => undefined
  const stop = followHome((listener) => {
    tell = listener
    return () => (tell = () => undefined)
  })
  await nextTurn()
  assert.equal(sent.length, 1)
  tell()
  tell()
  mock.timers.tick(secondMs)
  tell()
  mock.timers.tick(secondMs)
  assert.equal(sent.length, 3, 'two bursts')
  mock.timers.tick(minuteMs)
  assert.equal(sent.length, 4)
  page.visibilityState = 'hidden'
  tell()
  mock.timers.tick(5 * minuteMs)
  assert.equal(sent.length, 4)
  page.visibilityState = 'visible'
  for (const listener of page.listeners) listener()
  assert.equal(sent.length, 5, 'at once when it is seen again')
  keepToken('t1')
  assert.equal(
    asked().some((one) => one.startsWith('GET /api/home/machine')),
    true,
    'a login shows the machine',
  )
  stop()
  const before = sent.length
  mock.timers.tick(5 * minuteMs)
  assert.deepEqual([sent.length, page.listeners.size], [before, 0])
})
