import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNotLocal, type ModelFacts } from './local-model.ts'

const good: ModelFacts = {
  model: 'qwen3:4b',
  server: { origin: 'http://127.0.0.1:11434', isLoopback: true },
  version: '0.9.0',
  shown: { remoteHost: null },
}

test('a model is run only where it is known to be one of this machine', () => {
  const rows: [Partial<ModelFacts>, RegExp | null][] = [
    [{}, null],
    [{ model: 'gpt-oss:120b-cloud' }, /in a cloud/],
    [{ model: 'big:cloud' }, /in a cloud/],
    [{ model: 'cloudy' }, null],
    [{ model: '--help' }, /no name of a model/],
    [{ model: '' }, /no name of a model/],
    [{ server: null }, /on another machine/],
    [{ server: { origin: 'http://10.0.0.2:11434', isLoopback: false } }, /on another machine/],
    [{ version: null }, /does not answer/],
    [{ shown: null }, /has no model qwen3:4b/],
    [{ shown: { remoteHost: 'https://ollama.com' } }, /runs on https:\/\/ollama\.com/],
  ]
  for (const [facts, why] of rows) {
    const found = whyNotLocal({ ...good, ...facts })
    if (why === null) assert.equal(found, null, JSON.stringify(facts))
    else assert.match(found?.reason ?? '', why, JSON.stringify(facts))
  }
})
