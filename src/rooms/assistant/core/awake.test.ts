import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelToOffer, wakefulnessOf } from './awake.ts'

const good = {
  label: 'atlas',
  status: 'online' as const,
  capabilities: ['mother-llm'],
  installedHarnesses: ['mother-llm'],
  models: ['qwen3-coder:30b'],
}

test('it is awake where a machine that is there has the program and a model; else it says why not', () => {
  const rows: [Parameters<typeof wakefulnessOf>[0], RegExp | null][] = [
    [[good], null],
    [[{ ...good, models: [] }, good], null],
    [[], /No machine is a device/],
    [[{ ...good, status: 'revoked' }], /No machine is a device/],
    [[{ ...good, capabilities: [] }], /has a local model/],
    [[{ ...good, installedHarnesses: ['codex'] }], /has a local model/],
    [[{ ...good, status: 'offline' }], /^atlas is away/],
    [[{ ...good, models: [] }], /^On atlas no model server answers/],
  ]
  for (const [devices, why] of rows) {
    const found = wakefulnessOf(devices)
    assert.equal(found.isAwake, why === null)
    if (why !== null) assert.match(found.isAwake ? '' : found.why, why)
  }
})

test('of the offered models the first that is there is chosen, else one that is there, else the default one', () => {
  const offered = ['qwen3-coder:30b', 'llama3', 'gpt-oss:20b']
  assert.equal(modelToOffer(offered, ['gpt-oss:20b', 'llama3:latest']), 'llama3')
  assert.equal(modelToOffer(offered, ['extra', 'other']), 'extra')
  assert.equal(modelToOffer(offered, []), 'qwen3-coder:30b')
  assert.equal(modelToOffer([], []), '')
  assert.equal(modelToOffer(['llama3'], ['llama3:8b']), 'llama3:8b')
})
