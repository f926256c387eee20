import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSnapshots, mostUnreadBytes } from './snapshots.ts'

function setUp(snapshotBytes: number) {
  let made = 0
  const gone: string[] = []
  const snapshots = createSnapshots<string>({
    make: () => Buffer.alloc(snapshotBytes, (made += 1)),
    letGo: (holder) => gone.push(holder),
  })
  return { snapshots, gone, made: () => made }
}

test('viewers that come within a few changes share one snapshot, each with all that changed since', () => {
  const { snapshots, made } = setUp(1000)
  assert.equal(snapshots.isKept(), false)
  const [first] = snapshots.take('a')
  const changes = [Buffer.from('one'), Buffer.from('two')]
  for (const frame of changes) snapshots.follow(frame)
  assert.deepEqual(snapshots.take('b'), [first, ...changes])
  assert.equal(snapshots.take('b')[0], first)
  assert.equal(made(), 1)
})

test('a new one is made once what changed weighs a quarter of it, or came in many frames', () => {
  const { snapshots, made } = setUp(1000)
  snapshots.take('a')
  snapshots.follow(Buffer.alloc(251))
  assert.equal(snapshots.take('b').length, 1)
  assert.equal(made(), 2)
  for (let count = 0; count <= 60; count++) snapshots.follow(Buffer.alloc(1))
  assert.equal(snapshots.isKept(), false)
  assert.equal(snapshots.take('c').length, 1)
  assert.equal(made(), 3)
})

test('viewers that do not read hold a bounded amount together: those with the oldest snapshots are let go', () => {
  const { snapshots, gone } = setUp(mostUnreadBytes / 4)
  const change = Buffer.alloc(mostUnreadBytes)
  for (let count = 0; count < 10; count++) {
    snapshots.take(`viewer ${count}`)
    snapshots.take(`also ${count}`)
    snapshots.release(`also ${count}`)
    snapshots.follow(change)
  }
  assert.deepEqual(gone, ['viewer 0', 'viewer 1', 'viewer 2', 'viewer 3', 'viewer 4', 'viewer 5'])
})
