// A change that another service was before, as it is planned once more: read anew, and with nobody else at it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BehindError } from '#platform/server/db/storage-error.ts'
import { createTaskIndex } from '../store/task-index.ts'
import { anew } from './anew.ts'

/** Others who are in the way of the first so many tries, and what was done about it. */
function open(behindTimes: number) {
  const did: string[] = []
  const others = {
    async catchUp(ids: readonly string[]) {
      did.push(`read ${ids.join()}`)
    },
    async alone<T>(work: () => Promise<T>): Promise<T> {
      did.push('hold')
      try {
        return await work()
      } finally {
        did.push('leave')
      }
    },
  }
  let tries = 0
  const plan = async () => {
    tries += 1
    did.push(`plan ${tries}`)
    if (tries <= behindTimes) throw new BehindError([`t${tries}`])
    return 'done'
  }
  return {
    did,
    ask: (isShared = true) => anew({ index: createTaskIndex(), others: isShared ? others : null }, ['a'], plan),
  }
}

test('a change that nobody is before is planned once, after a look for what memory does not know', async () => {
  const { did, ask } = open(0)
  assert.equal(await ask(), 'done')
  assert.deepEqual(did, ['read a', 'plan 1'])
})

test('one that is behind is planned on what it read anew while nobody else changes tasks', async () => {
  const { did, ask } = open(2)
  assert.equal(await ask(), 'done')
  assert.deepEqual(did, ['read a', 'plan 1', 'hold', 'read t1', 'plan 2', 'read t2', 'plan 3', 'leave'])
})

test('one that stays behind is refused at last, and others may go on', async () => {
  const { did, ask } = open(99)
  await assert.rejects(ask(), BehindError)
  assert.equal(did.at(-1), 'leave')
  assert.equal(did.filter((each) => each.startsWith('plan')).length, 13)
})

test('where nobody else writes, nothing is read and nothing is planned again', async () => {
  const { did, ask } = open(1)
  await assert.rejects(ask(false), BehindError)
  assert.deepEqual(did, ['plan 1'])
})
