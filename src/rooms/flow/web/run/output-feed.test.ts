// The output of a step against a service that the test plays: the file as it is so far, and frames of what comes.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createTestWorld } from '#platform/web/live/socket-world.testkit.ts'
import { openFlowFeed } from '../flow-feed.ts'
import { openOutput } from './output-feed.ts'

const encoder = new TextEncoder()
const world = createTestWorld()
openFlowFeed({ sockets: world, clocks: { nextFrame: (run) => run(), later: () => {} } })
world.last().open()

/** What the service has of the output, and the parts of it that were asked for. */
let file = ''
let asked: string[] = []
let isDown = false

Object.assign(globalThis, {
  requestAnimationFrame: (run: () => void) => queueMicrotask(run),
  async fetch(path: string) {
    if (isDown) throw new TypeError('fetch failed')
    const query = new URL(path, 'http://orrery.test').searchParams
    const [from, limit] = [Number(query.get('from')), Number(query.get('limit'))]
    asked.push(`${from}+`)
    const bytes = encoder.encode(file).subarray(from, from + limit)
    return new Response(bytes, { headers: { 'x-output-from': String(from) } })
  },
})

beforeEach(() => {
  file = ''
  asked = []
  isDown = false
})

const say = (offset: number, text: string, step = 'a') =>
  world.last().say({ type: 'output', run_id: 'r', step_id: step, offset, text })

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

const linesOf = (feed: ReturnType<typeof openOutput>) => feed.book.get().book.lines.join('\n')

test('what is there is read, and what comes is put after it', async () => {
  file = 'one\ntwo\n'
  const feed = openOutput('r', 'a', 8)
  await settled()
  assert.equal(linesOf(feed), 'one\ntwo\n')
  say(8, 'three\n')
  say(8, 'of another step\n', 'b')
  await settled()
  assert.equal(linesOf(feed), 'one\ntwo\nthree\n')
  feed.close()
})

test('what was missed is read before what follows it, and nothing twice', async () => {
  const feed = openOutput('r', 'a', 0)
  await settled()
  file = 'one\ntwo\nthree\n'
  say(8, 'three\n')
  await settled()
  assert.equal(linesOf(feed), 'one\ntwo\nthree\n')
  say(4, 'two\nthree\n')
  await settled()
  assert.equal(linesOf(feed), 'one\ntwo\nthree\n')
  feed.close()
})

test('a service that is away is told as a problem, and what was there before stays', async () => {
  file = 'one\n'
  const feed = openOutput('r', 'a', 4)
  await settled()
  isDown = true
  feed.expect(8)
  await settled()
  assert.equal(feed.problem.get()?.error, 'unreachable')
  assert.equal(linesOf(feed), 'one\n')
  isDown = false
  file = 'one\ntwo\n'
  feed.expect(8)
  await settled()
  assert.equal(feed.problem.get(), null)
  assert.equal(linesOf(feed), 'one\ntwo\n')
  feed.close()
})

test('of a long output the end is read first, and what lies before it when asked', async () => {
  const long = 'x'.repeat(300 * 1024)
  file = long
  const feed = openOutput('r', 'a', long.length)
  await settled()
  assert.equal(feed.book.get().book.from, long.length - 256 * 1024)
  await feed.readEarlier()
  await settled()
  assert.equal(feed.book.get().book.from, 0)
  feed.close()
})

test('one that was closed hears nothing more', async () => {
  const feed = openOutput('r', 'a', 0)
  await settled()
  feed.close()
  say(0, 'late\n')
  await settled()
  assert.equal(linesOf(feed), '')
})
