import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictate, type DictationNews } from './dictation.ts'
import { findRecognition, hearsLocally, type Recognition, type RecognitionMaker } from './recognition.ts'

function world(text = '') {
  const field = { text, from: text.length, to: text.length, isClosed: false }
  const told: DictationNews[] = []
  const calls: string[] = []
  const recognition: Recognition = {
    lang: '',
    continuous: true,
    interimResults: true,
    onstart: null,
    onresult: null,
    onerror: null,
    onend: null,
    start: () => calls.push('start'),
    stop: () => calls.push('stop'),
    abort: () => calls.push('abort'),
  }
  const begin = () =>
    dictate({
      recognition,
      tell: (news) => told.push(news),
      field: {
        read: () => field,
        write: (next, caret) => Object.assign(field, { text: next, from: caret, to: caret }),
        isClosed: () => field.isClosed,
      },
    })
  const hear = (...words: string[]) => recognition.onresult?.({ results: words.map((transcript) => [{ transcript }]) })
  const type = (next: string, at = next.length) => Object.assign(field, { text: next, from: at, to: at })
  return { field, told, calls, recognition, begin, hear, type }
}

test('words stand in the field as they are heard, and change until they are sure', () => {
  const { field, told, recognition, begin, hear } = world('Please')
  begin()
  recognition.onstart?.()
  hear('go')
  assert.equal(field.text, 'Please go')
  hear('go on then', 'with')
  hear('go on, then', 'with care')
  assert.deepEqual([field.text, field.from], ['Please go on, then with care', field.text.length])
  recognition.onend?.()
  assert.deepEqual(told, [{ kind: 'listening' }, { kind: 'ended', why: null }])
})

test('they go where the caret is, over what is selected', () => {
  const { field, begin, hear } = world('Run some tests.')
  Object.assign(field, { from: 4, to: 8 })
  begin()
  hear('all')
  assert.equal(field.text, 'Run all tests.')
})

test('what somebody types meanwhile stays, and the next words follow it', () => {
  const { field, begin, hear, type } = world()
  begin()
  hear('go')
  type('No, stop.')
  hear('go on')
  assert.equal(field.text, 'No, stop.', 'what was under way is not written over it')
  hear('go on', 'at once')
  assert.equal(field.text, 'No, stop. at once')
})

test('what was sent is not written again', () => {
  const { field, begin, hear, type } = world()
  begin()
  hear('go on')
  type('')
  hear('go on please')
  assert.equal(field.text, '')
  field.isClosed = true
  hear('go on please', 'more')
  assert.equal(field.text, '', 'nor while it is being sent')
})

test('stop waits for the last words, abort does not', () => {
  const { field, told, calls, recognition, begin, hear } = world()
  const dictation = begin()
  dictation.stop()
  hear('go on')
  recognition.onend?.()
  assert.deepEqual([field.text, calls, told.length], ['go on', ['start', 'stop'], 1])
  const other = world()
  other.begin().abort()
  other.hear('late')
  assert.deepEqual([other.field.text, other.told], ['', [{ kind: 'ended', why: null }]])
})

test('a failure is told once it has ended, and an abort is none', () => {
  for (const [error, why] of [
    ['not-allowed', 'not-allowed'],
    ['aborted', null],
  ] as const) {
    const { told, recognition, begin } = world()
    begin()
    recognition.onerror?.({ error })
    recognition.onend?.()
    assert.deepEqual(told, [{ kind: 'ended', why }])
  }
})

test('a start that throws ends it', () => {
  const { told, recognition, begin } = world()
  Object.assign(recognition, {
    start() {
      throw new DOMException('busy', 'InvalidStateError')
    },
  })
  begin()
  assert.deepEqual(told, [{ kind: 'ended', why: 'not-started' }])
})

test('it is found where the browser has it and would give it a microphone', () => {
  class Maker {}
  const maker = Maker as unknown as RecognitionMaker
  assert.equal(findRecognition({ isSecureContext: true, webkitSpeechRecognition: maker }), maker)
  assert.equal(findRecognition({ isSecureContext: true, SpeechRecognition: maker }), maker)
  assert.equal(findRecognition({ isSecureContext: false, SpeechRecognition: maker }), null)
  assert.equal(findRecognition({ isSecureContext: true }), null)
})

test('sound stays here only where the browser says so', async () => {
  const saying = (available?: RecognitionMaker['available']) => ({ available }) as RecognitionMaker
  assert.equal(await hearsLocally(saying(), 'en'), false)
  assert.equal(
    await hearsLocally(
      saying(() => Promise.resolve('available')),
      'en',
    ),
    true,
  )
  assert.equal(
    await hearsLocally(
      saying(() => Promise.resolve('downloadable')),
      'en',
    ),
    false,
  )
  assert.equal(
    await hearsLocally(
      saying(() => Promise.reject(new Error('no'))),
      'en',
    ),
    false,
  )
})
