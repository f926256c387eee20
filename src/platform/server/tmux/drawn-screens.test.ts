// Looks at screens in a time that the test lets pass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createDrawnScreens } from './drawn-screens.ts'

function open(paceMs: number, isUndecided: (look: number) => boolean = () => false) {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const calls: string[][] = []
  const looks: string[] = []
  const begun: string[] = []
  const screens = createDrawnScreens({
    timers: time,
    tmux: {
      screens: async (ids) => {
        calls.push([...ids])
        return new Map(ids.map((id) => [id, `screen of ${id}`]))
      },
    },
    terminalOf: (id) => (id === 'gone' ? null : `$${id}`),
    onLook: (id) => void begun.push(id),
    paceMs: () => paceMs,
    judge: async (id, { screen, atMs, drawnMs }) => {
      looks.push(`${id} at ${atMs}: ${screen}, drawn ${drawnMs}`)
      return isUndecided(looks.length)
    },
    onError: (error) => assert.fail(String(error)),
  })
  return { time, screens, calls, looks, begun }
}

test('what is drawn is looked at soon, of all of them in one call, and of nobody who is not there', async () => {
  const { time, screens, calls, looks, begun } = open(0)
  for (const id of ['1', '2', 'gone']) screens.drew(id)
  await time.pass(40)
  assert.deepEqual(calls, [])
  await time.pass(20)
  assert.deepEqual(calls, [['$1', '$2']])
  assert.deepEqual(looks, ['1 at 50: screen of $1, drawn 0', '2 at 50: screen of $2, drawn 0'])
  assert.deepEqual(begun, ['1', '2', 'gone'])
  await time.pass(60_000)
  assert.equal(calls.length, 1, 'who draws nothing is not looked at')
  assert.equal(time.pending(), 0)
})

test('one that goes on drawing is looked at by its pace, and once more after it stopped', async () => {
  const { time, screens, looks } = open(500)
  for (let at = 0; at < 2000; at += 50) {
    screens.drew('1')
    await time.pass(50)
  }
  await time.pass(5000)
  assert.ok(looks.length >= 4 && looks.length <= 6, looks.join('\n'))
  assert.match(looks.at(-1) ?? '', /drawn 1950$/)
})

test('where time alone may tell it is looked at again until it told', async () => {
  const { time, screens, looks } = open(0, (look) => look < 4)
  screens.drew('1')
  await time.pass(5000)
  assert.deepEqual(
    looks.map((look) => /at (\d+)/.exec(look)?.[1]),
    ['50', '150', '250', '350'],
  )
})

test('who is forgotten, and whoever is there at the end, is looked at no more', async () => {
  const { time, screens, calls } = open(0)
  screens.drew('1')
  screens.keepOnly(new Set(['2']))
  await time.pass(1000)
  screens.drew('2')
  await screens[Symbol.asyncDispose]()
  await time.pass(1000)
  assert.deepEqual(calls.flat(), [])
})
