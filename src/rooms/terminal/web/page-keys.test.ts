import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeyOf, type PressedInTerminal } from './page-keys.ts'

const press = (key: string, held: Partial<PressedInTerminal> = {}): PressedInTerminal => ({
  key,
  ctrlKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }
const ctrlShift = { ctrlKey: true, shiftKey: true }
const cmd = { metaKey: true }

test('search and copy are the page’s with Ctrl+Shift or Cmd', () => {
  for (const held of [ctrlShift, cmd, { ...cmd, shiftKey: true }]) {
    assert.equal(pageKeyOf(press('F', held), false), 'search')
    assert.equal(pageKeyOf(press('C', held), true), 'copy')
  }
})

test('what the agent needs goes to it: Ctrl+C, Ctrl+F, and a copy of nothing', () => {
  const others = [
    press('c', ctrl),
    press('f', ctrl),
    press('F', { shiftKey: true }),
    press('f'),
    press('f', { ...cmd, ...ctrl }),
    press('v', ctrlShift),
  ]
  for (const each of others) assert.equal(pageKeyOf(each, true), null, JSON.stringify(each))
  assert.equal(pageKeyOf(press('C', ctrlShift), false), null)
})
