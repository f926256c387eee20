import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyCaps, matchKeys, stepOf } from './keys.ts'

const press = (key: string, held: { mod?: boolean; alt?: boolean } = {}) =>
  stepOf({ key, mod: held.mod ?? false, alt: held.alt ?? false })

test('a pressed key becomes a step of a binding, a held one none', () => {
  assert.equal(press('j'), 'j')
  assert.equal(press('?'), '?')
  assert.equal(press('Escape'), 'escape')
  assert.equal(press('K', { mod: true }), 'mod+k')
  assert.equal(press('Enter', { mod: true }), 'mod+enter')
  assert.equal(press('Shift'), null)
})

test('two keys in a row wait for the second', () => {
  const bindings = ['g b', 'g s', 'j', 'mod+k']
  assert.deepEqual(matchKeys(['g'], bindings), { kind: 'pending' })
  assert.deepEqual(matchKeys(['g', 'b'], bindings), { kind: 'run', binding: 'g b' })
  assert.deepEqual(matchKeys(['g', 'x'], bindings), { kind: 'none' })
  assert.deepEqual(matchKeys(['j'], bindings), { kind: 'run', binding: 'j' })
  assert.deepEqual(matchKeys(['k'], bindings), { kind: 'none' })
})

test('a binding is printed as its machine names the keys', () => {
  assert.deepEqual(keyCaps('mod+k', true), ['⌘K'])
  assert.deepEqual(keyCaps('mod+k', false), ['Ctrl K'])
  assert.deepEqual(keyCaps('g b', false), ['g', 'b'])
  assert.deepEqual(keyCaps('escape', false), ['Esc'])
  assert.deepEqual(keyCaps('mod+enter', true), ['⌘↵'])
})
