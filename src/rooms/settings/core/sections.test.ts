import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionLabels, sectionOf } from './sections.ts'

test('a key stands in its own section, else in that of its group, else among the general ones', () => {
  const rows = [
    ['port', 'access'],
    ['storeKey', 'strands'],
    ['model.url', 'model'],
    ['flow.concurrency', 'strands'],
    ['db.sync', 'storage'],
    ['retention.events', 'retention'],
    ['nobodyPlacedIt', 'general'],
    ['nobody.placedIt', 'general'],
  ] as const
  for (const [key, section] of rows) assert.equal(sectionOf(key), section, key)
  assert.equal(sectionLabels[sectionOf('model.name')], 'Model server')
})
