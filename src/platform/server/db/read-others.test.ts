// Reads of what others changed, while PostgreSQL is there and while it is away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadOthers } from './read-others.ts'

/** A database that is away for so many reads, and time that passes when it is told to. */
function open(awayReads = 0) {
  const did: string[] = []
  const warned: string[] = []
  let left = awayReads
  let pass = (): void => {}
  const read = createReadOthers({
    log: { warn: (_: object | string, message?: string) => void warned.push(message ?? '') },
    what: 'tasks that another node changed',
    pause: () => new Promise((resolve) => (pass = resolve)),
  })
  const of = (name: string) => async () => {
    did.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    if (left === 0) return
    left -= 1
    throw new Error('PostgreSQL is away')
  }
  const turn = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    did,
    warned,
    ask: (name: string) => read(of(name)),
    async second() {
      pass()
      await turn()
    },
  }
}

test('reads go one after the other, in the order in which they were asked for', async () => {
  const { did, ask } = open()
  await Promise.all([ask('a'), ask('b'), ask('c')])
  assert.deepEqual(did, ['a', 'b', 'c'])
})

test('what can not be read is read again each second until it is, and is told once', async () => {
  const { did, warned, ask, second } = open(3)
  await ask('a')
  assert.deepEqual(did, ['a'])
  await second()
  await second()
  await second()
  assert.deepEqual(did, ['a', 'a', 'a', 'a'])
  assert.deepEqual(warned, ['tasks that another node changed could not be read yet'])
  await second()
  assert.equal(did.length, 4, 'what was read is not read again')
})

test('one that fails is not in the way of the next, and is tried again with it', async () => {
  const { did, ask, second } = open(1)
  await ask('a')
  await ask('b')
  assert.deepEqual(did, ['a', 'a', 'b'])
  await second()
  assert.deepEqual(did, ['a', 'a', 'b'])
})
