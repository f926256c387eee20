import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfReply, type ReplyDeed, type ReplyKey, type ReplyKeyPlace } from './reply-keys.ts'

const card: ReplyKeyPlace = { isAtStart: true, isRecalling: false, place: 'card', hasKeys: true }

const keys: readonly (readonly [
  what: string,
  Partial<ReplyKey> & { key: string },
  Partial<ReplyKeyPlace>,
  ReplyDeed | null,
])[] = [
  ['Enter sends', { key: 'Enter' }, {}, 'send'],
  ['Shift+Enter is a new line', { key: 'Enter', isShifted: true }, {}, null],
  ['Ctrl+Enter sends', { key: 'Enter', hasMod: true }, {}, 'send'],
  ['on a screen keyboard Enter is a new line', { key: 'Enter' }, { hasKeys: false }, null],
  ['the arrow up at the start brings back the last answer', { key: 'ArrowUp' }, {}, 'older'],
  ['the arrow up within the text moves the caret', { key: 'ArrowUp' }, { isAtStart: false }, null],
  ['while one is shown it brings the one before', { key: 'ArrowUp' }, { isAtStart: false, isRecalling: true }, 'older'],
  ['Shift+arrow up selects', { key: 'ArrowUp', isShifted: true }, {}, null],
  ['the arrow down goes back towards the draft', { key: 'ArrowDown' }, { isRecalling: true }, 'newer'],
  ['the arrow down in a draft moves the caret', { key: 'ArrowDown' }, {}, null],
  ['Escape goes back to the draft', { key: 'Escape' }, { isRecalling: true, place: 'panel' }, 'back'],
  ['Escape closes the field of a card', { key: 'Escape' }, {}, 'close'],
  ['Escape in a panel is the panel’s', { key: 'Escape' }, { place: 'panel' }, null],
  ['a letter is a letter', { key: 'r' }, {}, null],
]
for (const [what, key, place, deed] of keys) {
  test(what, () => assert.equal(keyOfReply({ isShifted: false, hasMod: false, ...key }, { ...card, ...place }), deed))
}
