import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { createUnreadAnswers, mostUnreadBytes } from './unread-answers.ts'

class Answer extends EventEmitter {
  isLetGo = false
  destroy(): this {
    this.isLetGo = true
    this.emit('close')
    return this
  }
}

function setUp() {
  let now = 0
  const answers = createUnreadAnswers(() => now)
  return {
    answers,
    pass: (ms: number) => {
      now += ms
      answers.check()
    },
    send(bytes: number) {
      const answer = new Answer()
      answers.add(answer as never, bytes)
      return answer
    },
  }
}

test('beyond the bound of all unread answers the oldest are let go, and as many as needed', () => {
  const { send, answers } = setUp()
  const quarter = mostUnreadBytes / 4
  const sent = Array.from({ length: 4 }, () => send(quarter))
  assert.deepEqual(sent.filter(({ isLetGo }) => isLetGo).length, 0)
  sent[0]?.emit('close')
  sent.push(send(quarter))
  assert.equal(sent.filter(({ isLetGo }) => isLetGo).length, 0, 'one was read meanwhile')
  sent.push(send(2 * quarter))
  assert.deepEqual(
    sent.map(({ isLetGo }) => isLetGo),
    [false, true, true, false, false, false],
  )
  const large = send(2 * mostUnreadBytes)
  assert.equal(large.isLetGo, false, 'the newest is given its chance')
  answers[Symbol.dispose]()
})

test('an answer that is read too slowly is let go, a large one later', () => {
  const { send, pass, answers } = setUp()
  const [small, large] = [send(100_000), send(5_000_000)]
  pass(30_000)
  assert.deepEqual([small.isLetGo, large.isLetGo], [false, false])
  pass(5000)
  assert.deepEqual([small.isLetGo, large.isLetGo], [true, false])
  pass(100_000)
  assert.equal(large.isLetGo, true)
  answers[Symbol.dispose]()
})
