import assert from 'node:assert/strict'
import { test } from 'node:test'

// What it finds out as it is loaded is a browser's.
Object.assign(globalThis, { matchMedia: () => ({ matches: false }), isSecureContext: true })
const { installWay, isHintDue } = await import('./installing.ts')

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const desk = { isStandalone: false, isSecure: true, hasOffer: false, userAgent: mac, touchPoints: 0 }
const cases = [
  ['a desk', {}, 'menu'],
  ['an offer of the browser', { hasOffer: true }, 'button'],
  ['the app itself', { hasOffer: true, isStandalone: true }, 'installed'],
  ['an iPhone', { userAgent: phone, touchPoints: 5 }, 'ios'],
  ['an iPad that says it is a Mac', { touchPoints: 5 }, 'ios'],
  ['an iPhone over plain http', { userAgent: phone, isSecure: false }, 'insecure'],
] as const
for (const [what, change, way] of cases) {
  test(`how to install: ${what}`, () => assert.equal(installWay({ ...desk, ...change }), way))
}

test('it is hinted at where it can be followed, and once a month', () => {
  const monthMs = 30 * 24 * 60 * 60 * 1000
  assert.equal(isHintDue('button', 0, monthMs), true)
  assert.equal(isHintDue('ios', 5, monthMs + 5), true)
  assert.equal(isHintDue('button', 5, monthMs), false)
  for (const way of ['menu', 'installed', 'insecure'] as const) assert.equal(isHintDue(way, 0, monthMs * 2), false)
})
