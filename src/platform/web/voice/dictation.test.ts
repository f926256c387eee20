import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictate } from './dictation.ts'
import {
  findRecognition,
  hearsLocally,
  type Recognition,
  type RecognitionEvents,
  type RecognitionMaker,
} from './recognition.ts'

function world(text = '') {
  const field = { text, from: text.length, to: text.length, isClosed: false }
  const told: (string | null)[] = []
  const calls: string[] = []
  const events = new EventTarget()
  const recognition: Recognition = {
    lang: '',
    continuous: true,
    interimResults: true,
    addEventListener: (type, listener, options) =>
      events.addEventListener(type, (event) => listener((event as CustomEvent).detail as never), options),
    start: () => calls.push('start'),
    stop: () => calls.push('stop'),
    abort: () => calls.push('abort'),
  }
  const send = (type: keyof RecognitionEvents, detail?: unknown) =>
    events.dispatchEvent(new CustomEvent(type, { detail }))
  const begin = () =>
    dictate({
      recognition,
      onEnd: (why) => told.push(why),
      field: {
        read: () => field,
        write: (next, caret) => Object.assign(field, { text: next, from: caret, to: caret }),
        isClosed: () => field.isClosed,
      },
    })
  const hear = (...words: string[]) => send('result', { results: words.map((transcript) => [{ transcript }]) })
  const type = (next: string, at = next.length) => Object.assign(field, { text: next, from: at, to: at })
  return { field, told, calls, recognition, begin, hear, send, type }
}

test('words stand in the field as they are heard, and change until they are sure', () => {
  const { field, told, begin, hear, send } = world('Please')
  begin()
  hear('go')
  assert.equal(field.text, 'Please go')
  hear('go on then', 'with')
  hear('go on, then', 'with care')
  assert.deepEqual([field.text, field.from], ['Please go on, then with care', field.text.length])
  send('end')
  assert.deepEqual(told, [null])
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
  const { field, told, calls, begin, hear, send } = world()
  const dictation = begin()
  dictation.stop()
  hear('go on')
  send('end')
  assert.deepEqual([field.text, calls, told.length], ['go on', ['start', 'stop'], 1])
  const other = world()
  other.begin().abort()
  other.hear('late')
  assert.deepEqual([other.field.text, other.told], ['', [null]])
})

test('a failure is told once it has ended, and an abort is none', () => {
  for (const [error, why] of [
    ['not-allowed', 'not-allowed'],
    ['aborted', null],
  ] as const) {
    const { told, begin, send } = world()
    begin()
    send('error', { error })
    send('end')
    assert.deepEqual(told, [why])
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
  assert.deepEqual(told, ['not-started'])
})

test('it is found where the browser has it and would give it a microphone', () => {
  const maker = function Maker() {} as unknown as RecognitionMaker
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
