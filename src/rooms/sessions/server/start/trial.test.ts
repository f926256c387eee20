import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openRoom, type Room, type RoomOptions } from '../room.testkit.ts'
import { createTrials } from './trial.ts'

const who = { kind: 'person', name: 'a test' } as const
const mine = { label: 'Mine', command: ['sh', '-c', '{prompt}'], interactiveCommand: null, harness: null, env: {} }

/** A trial of `mine` that has been started, by the name of its terminal. */
async function started(options: RoomOptions) {
  const room = await openRoom(options)
  const trials = createTrials({
    context: room.context,
    home: room.home,
    agents: () => ({ mine }),
    environment: { PATH: '/usr/bin:/bin' },
    timers: room.time,
    readLog: async () => null,
  })
  const asked = trials.tryAgent('mine', who)
  while (room.spawned.length === 0 || sessionOf(room)?.state !== 'running') await setImmediate()
  return { room, trials, asked, name: room.spawned[0] ?? '' }
}

const sessionOf = ({ context }: Room) => [...context.registry.all()][0]?.session

/** Lets time pass until the promise is fulfilled. */
async function whilePassing<T>({ time }: Room, promise: Promise<T>): Promise<T> {
  const done: T[] = []
  void promise.then((value) => done.push(value))
  while (done.length === 0) await time.pass(1000)
  return promise
}

test('the last line of a failure is told although it was written after the exit was', async () => {
  let words: string | null = null
  const { room, asked, name } = await started({ readLastWords: async () => words })
  await room.report(name, 'process.exit_error', { source: 'wrapper', exitCode: 3 })
  assert.equal(sessionOf(room)?.cause?.metadata, null)
  words = 'no key'
  const answer = await whilePassing(room, asked)
  const { says = '' } = (answer.ok ? answer.value.steps : []).at(-1) ?? {}
  assert.match(says, /^It failed after [\d.]+ s: no key \(exit code 3\)\.$/)
  assert.equal(room.context.registry.size, 0)
  await room.close()
})

test('the end of the room ends a trial, and nothing of it stays', async () => {
  const { room, trials, asked } = await started({})
  const ended = trials[Symbol.asyncDispose]()
  const answer = await whilePassing(room, asked)
  await ended
  assert.equal(answer.ok && answer.value.works, false)
  assert.equal(room.context.registry.size, 0)
  const folder = join(room.home, 'agent-tests')
  assert.ok(!existsSync(folder) || readdirSync(folder).length === 0)
  await room.close()
})
