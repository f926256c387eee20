import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import { askedCorrection } from '../correct/correction.ts'
import { lanesData } from '../data/triage-data.ts'
import { laneDrag, outlookOf } from './lane-drag.ts'

const lock = { lane: 'now', reason: null, since: null } as const

test('a drop is told before it is made: nothing, a lock that moves, or a wish for the next run', () => {
  assert.deepEqual(outlookOf({ lane: 'now', lock: null }, 'now'), { kind: 'stay', text: 'It stays here' })
  assert.deepEqual(outlookOf({ lane: 'now', lock }, 'now').kind, 'stay')
  assert.deepEqual(outlookOf({ lane: 'now', lock }, 'later'), { kind: 'move', text: 'Drop to lock it in LATER' })
  const wish = { kind: 'move', text: 'Drop to put it in NEXT at the next run' }
  assert.deepEqual(outlookOf({ lane: 'now', lock: null }, 'next'), wish)
  assert.deepEqual(outlookOf(null, 'next'), wish)
})

/** Lanes below each other, and the rows of tasks. */
function showPage(rows: readonly string[]): void {
  const heads = ['now', 'next', 'later', 'unplaced'].map((lane, position) => ({
    dataset: { lane },
    getBoundingClientRect: () => ({ left: 0, right: 100, top: position * 50, bottom: position * 50 + 50 }),
  }))
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text },
    document: {
      querySelectorAll: () => heads,
      querySelector: (selector: string) => rows.find((row) => selector.includes(`"${row}"`)) ?? null,
    },
  })
}

test('the lane under the pointer is where it goes; beside them and over what is no lane there is none', () => {
  showPage([])
  const spots = [10, 60, 149, 170, 250].map((y) => laneDrag.spotAt({ x: 10, y })?.target ?? null)
  assert.deepEqual(spots, ['now', 'next', 'later', null, null])
  assert.equal(laneDrag.spotAt({ x: 100, y: 10 }), null)
})

test('a drop asks for the reason: of a locked task where to lock it, of others where to put it', async () => {
  showPage(['T-1', 'T-2'])
  const entry = (id: string, isLocked: boolean) => ({ task: { id }, lane: 'now', lock: isLocked ? lock : null })
  scriptedService.answers.push({
    body: { lanes: [{ lane: 'now', entries: [entry('T-1', true), entry('T-2', false)] }] },
  })
  await new Promise<void>((resolve) => void lanesData.subscribe(resolve))
  const dropped = (task: string, lane: 'now' | 'next' | null) => {
    askedCorrection.set(null)
    laneDrag.drop(task, lane)
    return askedCorrection.get()
  }
  assert.deepEqual(dropped('T-1', 'next'), { kind: 'lock', lane: 'next', task: 'T-1', anchor: 'T-1' })
  assert.deepEqual(dropped('T-2', 'next'), { kind: 'lane', lane: 'next', task: 'T-2', anchor: 'T-2' })
  // In no lane, out of every lane, and where it is.
  assert.deepEqual([dropped('T-9', 'next'), dropped('T-1', null), dropped('T-1', 'now')], [null, null, null])
})
