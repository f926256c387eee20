import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveViewer } from './live-feed.ts'
import { createSight } from './sight.ts'

function viewer() {
  let take: (data: Buffer) => void = () => {}
  let leave: () => void = () => {}
  const live: LiveViewer = {
    send: () => assert.fail('nobody is answered'),
    refuse: () => assert.fail('nobody is sent away'),
    onMessage: (react) => (take = react),
    onGone: (react) => (leave = react),
  }
  return { live, say: (text: string) => take(Buffer.from(text)), leave: () => leave() }
}

const view = (state: string) => JSON.stringify({ type: 'view', state })

test('a viewer is hidden from when it says so until it says otherwise or goes', () => {
  const { heed, hidden } = createSight()
  const [one, other] = [viewer(), viewer()]
  heed(one.live)
  heed(other.live)
  assert.equal(hidden(), 0)
  one.say(view('hidden'))
  one.say(view('hidden'))
  assert.equal(hidden(), 1)
  other.say(view('hidden'))
  one.say(view('visible'))
  assert.equal(hidden(), 1)
  other.leave()
  assert.equal(hidden(), 0)
})

test('what is not understood is nothing', () => {
  const { heed, hidden } = createSight()
  const { live, say } = viewer()
  heed(live)
  for (const text of ['', 'hidden', '{}', view('asleep'), '[1]']) say(text)
  assert.equal(hidden(), 0)
})

test('the pages that are seen are told, those of hidden tabs and of who left are not', () => {
  const { heed, pages } = createSight()
  const [one, other] = [viewer(), viewer()]
  heed(one.live)
  heed(other.live)
  one.say(JSON.stringify({ type: 'view', state: 'visible', page: '/board?session=s1' }))
  other.say(JSON.stringify({ type: 'view', state: 'hidden', page: '/triage' }))
  assert.deepEqual(pages(), ['/board?session=s1'])
  other.say(JSON.stringify({ type: 'view', state: 'visible', page: '/triage' }))
  one.leave()
  assert.deepEqual(pages(), ['/triage'])
})
