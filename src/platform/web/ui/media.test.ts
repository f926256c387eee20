import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchMedia } from './media.ts'

test('the browser is asked once, when somebody wants to know, and its changes are heard', () => {
  const asked: string[] = []
  const heard: boolean[] = []
  const list = Object.assign(new EventTarget(), { matches: false })
  const media = watchMedia('(max-width: 767px)', (query) => {
    asked.push(query)
    return list
  })
  assert.deepEqual(asked, [])
  const stop = media.subscribe(() => heard.push(media.matches()))
  assert.equal(media.matches(), false)
  list.matches = true
  list.dispatchEvent(new Event('change'))
  stop()
  list.dispatchEvent(new Event('change'))
  assert.deepEqual([heard, asked], [[true], ['(max-width: 767px)']])
})
