import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foundTags, unionOf } from './capabilities.ts'

test('a machine is tagged by what was found on it', () => {
  const gpu = { name: 'RTX', total_memory: 1, free_memory: 1 }
  const rows: [Parameters<typeof foundTags>[0], string[]][] = [
    [{ totalRam: 16.6e9, installedHarnesses: [], gpus: [] }, ['ram:15']],
    [{ totalRam: 1e8, installedHarnesses: [], gpus: [] }, ['ram:1']],
    [
      { totalRam: 32 * 1024 ** 3, installedHarnesses: ['codex', 'mother-llm'], gpus: [gpu, gpu] },
      ['harness:codex', 'harness:mother-llm', 'ram:32', 'gpu-cuda', 'mother-llm'],
    ],
  ]
  for (const [found, tags] of rows) assert.deepEqual(foundTags(found), tags)
})

test('no heartbeat takes a durable tag away, and none is there twice', () => {
  const tags = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  fc.assert(
    fc.property(tags, tags, (durable, told) => {
      const all = unionOf(durable, told)
      assert.equal(new Set(all).size, all.length)
      for (const tag of [...durable, ...told]) assert.ok(all.includes(tag))
      assert.deepEqual(unionOf(all, told), all)
    }),
  )
})
