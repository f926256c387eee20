// The login of this browser, without storage (as where it is forbidden) and with one that tabs share.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessToken, dropToken, followOtherTabs, keepToken, onTokenChange } from './token.ts'

test('a login lasts as long as the page where storage is forbidden', () => {
  keepToken('one')
  assert.equal(accessToken(), 'one')
  dropToken('one')
  assert.equal(accessToken(), null)
})

test('a refused token is forgotten unless a newer login has taken its place', () => {
  keepToken('one')
  keepToken('two')
  dropToken('one')
  assert.equal(accessToken(), 'two')
  dropToken('two')
  assert.equal(accessToken(), null)
})

test('who listens hears of a login and of its end, and of nothing that changes neither', () => {
  let heard = 0
  const stop = onTokenChange(() => (heard += 1))
  keepToken('one')
  keepToken('one')
  dropToken('other')
  dropToken('one')
  stop()
  keepToken('two')
  dropToken('two')
  assert.equal(heard, 2)
})

test('a login in another tab counts here, and so does its end', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const page = new EventTarget()
  Object.assign(globalThis, {
    localStorage: storage,
    addEventListener: (type: string, listener: EventListener) => page.addEventListener(type, listener),
  })
  const tell = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  followOtherTabs()
  keepToken('here')
  assert.equal(kept.get('orrery.token'), 'here')
  kept.set('orrery.token', 'there')
  tell('something.else')
  assert.equal(accessToken(), 'here')
  tell('orrery.token')
  assert.equal(accessToken(), 'there')
  kept.clear()
  tell(null)
  assert.equal(accessToken(), null)
})
