import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleDevice } from '#testing/sample-device.testkit.ts'
import { harnessesShort, harnessWords } from './harness-words.ts'

const device = sampleDevice({
  installedHarnesses: ['code-agent', 'codex', 'mother-llm', 'gemini'],
  harness_versions: {
    'code-agent': { version: '2.1.300', tried: '2.1.328' },
    codex: { version: '0.169.0', tried: '0.169.0' },
    'mother-llm': { version: '0.9.0', tried: null },
  },
})

test('each client is told with its version, and that it is older than what was tried', () => {
  assert.deepEqual(
    harnessWords(device).map(({ version }) => version),
    ['2.1.300, older than what was tried (2.1.328)', '0.169.0', '0.9.0', null],
  )
  assert.deepEqual(harnessesShort(device), [
    'code-agent 2.1.300 (older)',
    'codex 0.169.0',
    'mother-llm 0.9.0',
    'gemini',
  ])
})
